/** What is said of an address and of a token, in the real app: that the service refused one only where it did. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:https";
import { expect, type Page } from "@playwright/test";
import { goTo } from "../../scripts/tour/steps.mjs";
import { certify } from "../helpers/certificates.ts";
import { test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const unconnected = sharedApp(async () => undefined);

const portOf = (server: Pick<Server, "address">): number => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
};

const checkAddress = async (page: Page, address: string): Promise<void> => {
  await page.getByLabel("Address of the central system").fill(address);
  await page.getByRole("button", { name: "Check address" }).click();
};

test("an address that can't be used is refused in its own words when it is checked", async () => {
  const { page } = await unconnected();
  await goTo(page, "/connect");
  await checkAddress(page, "http://shop.example");
  await expect(
    page.getByText("Use https. With http, others on the network could read the access token"),
  ).toBeVisible();
  await expect(page.getByText("Correct the marked fields")).toHaveCount(0);
});

test("where the certificate can't be trusted, nobody is advised to go on", async () => {
  const service = createServer(certify({ name: "shop", hosts: ["127.0.0.1"] })).listen(0, "127.0.0.1");
  try {
    const { page } = await unconnected();
    await goTo(page, "/connect");
    await checkAddress(page, `https://127.0.0.1:${portOf(service)}`);
    await expect(page.getByText("Don't continue until the reason is known.")).toBeVisible();
    await expect(page.getByText("You can save and enter anyway")).toHaveCount(0);
  } finally {
    service.close();
    await once(service, "close");
  }
});

test("no connection, no token, a refused token: each is reported as it is, and the way to a new one leads into its field", async () => {
  const refusing = createHttpServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(401, { "content-type": "application/json" }).end('{"message":"expired"}');
  }).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const { page, invoke } = await unconnected();
  try {
    const refused = page.getByText(/no longer accepts/);
    await goTo(page, "/connect");
    await expect(page.getByRole("heading", { name: "Sign-in" })).toBeVisible();
    await expect(refused).toHaveCount(0);

    const serviceUrl = `http://127.0.0.1:${portOf(refusing)}`;
    const who = { serviceUrl, tenantId: "7001", userId: "501", practice: false };
    await invoke("connection.save", who);
    await goTo(page, "/");
    await expect(page.getByText("There is no access token.")).toBeVisible();
    await page.getByRole("button", { name: /^Sign-in needed/ }).click();
    await page.getByRole("button", { name: "Enter a new access token" }).click();
    await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Sign-in" })).toBeVisible();
    await expect(refused).toHaveCount(0);

    await invoke("connection.save", { ...who, token: "stale", remember: false });
    await invoke("restore.request", { kind: "account", accountId: "1101" });
    await expect.poll(async () => (await invoke("sync.status", {})).state).toBe("sign_in_needed");
    await expect(refused).toBeVisible();
    await goTo(page, "/");
    await expect(refused).toBeVisible();

    // No keyring here: the token was for this run.
    expect(await invoke("vault.status", {})).toMatchObject({ canKeep: false, thisRunOnly: true });
    expect(await invoke("connection.get", {})).toMatchObject({ hasToken: true });
    await invoke("vault.forget", {});
    expect(await invoke("connection.get", {})).toMatchObject({ hasToken: false });
  } finally {
    refusing.close();
    refusing.closeAllConnections();
  }
});
