/** "The service no longer takes the token" is said only of a token that the service refused. */
import { once } from "node:events";
import { createServer } from "node:http";
import { expect } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { test } from "./shell/open-app.ts";

test("no connection, no token, a refused token: each is told as it is", async ({ open }) => {
  const refusing = createServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(401, { "content-type": "application/json" }).end('{"message":"expired"}');
  });
  refusing.listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const address = refusing.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port.");
  const serviceUrl = `http://127.0.0.1:${address.port}`;
  const { page, invoke } = await open();
  try {
    const refused = page.getByText(/no longer accepts/);
    await goTo(page, "/connect");
    await expect(page.getByRole("heading", { name: "Sign-in" })).toBeVisible();
    await expect(refused).toHaveCount(0);

    const who = { serviceUrl, tenantId: "7001", userId: "501", practice: false };
    await invoke("connection.save", who);
    await goTo(page, "/");
    await expect(page.getByText("There is no access token.")).toBeVisible();
    await goTo(page, "/connect");
    await expect(page.getByRole("heading", { name: "Sign-in" })).toBeVisible();
    await expect(refused).toHaveCount(0);

    await invoke("connection.save", { ...who, token: "stale", remember: false });
    await invoke("restore.request", { kind: "account", accountId: "1101" });
    await expect.poll(async () => (await invoke("sync.status", {})).state).toBe("sign_in_needed");
    await expect(refused).toBeVisible();
    await goTo(page, "/");
    await expect(refused).toBeVisible();
  } finally {
    refusing.close();
    refusing.closeAllConnections();
  }
});
