/** Quitting with something unsent is asked about, and everything stops in order. */
import { once } from "node:events";
import { createServer } from "node:http";
import { expect } from "@playwright/test";
import { answerBoxes, ended, type OpenedApp, test } from "./open-app.ts";

/** The practice shop with its service switched off, and one restore waiting to be sent. */
async function withSomethingUnsent({ call }: OpenedApp): Promise<void> {
  await call("practice.start", {});
  expect(await call("practice.setServiceUp", { up: false })).toMatchObject({ value: { serviceUp: false } });
  expect(await call("restore.request", { kind: "permission", permissionId: 3 })).toMatchObject({ ok: true });
}

test("asks with the number that is unsent, and stays where told so", async ({ open }) => {
  const opened = await open();
  await withSomethingUnsent(opened);
  const asked = await answerBoxes(opened.app, 0);
  await opened.call("app.quit", {});
  await expect.poll(asked).toContainEqual(expect.stringContaining("Entries not sent yet: 1."));
  expect(await opened.call("sync.status", {})).toMatchObject({
    ok: true,
    value: { counts: expect.anything() },
  });
});

test("goes on where told so, and the entry is there at the next start", async ({ open }) => {
  const opened = await open();
  await withSomethingUnsent(opened);
  await answerBoxes(opened.app, 1);
  const code = ended(opened);
  await opened.call("app.quit", {});
  expect(await code).toBe(0);
  const next = await open();
  await expect
    .poll(async () => JSON.stringify(await next.call("outbox.list", {})), { timeout: 15_000 })
    .toContain('"kind":"restorePermission"');
});

test("closing the window asks too", async ({ open }) => {
  const opened = await open();
  await withSomethingUnsent(opened);
  const asked = await answerBoxes(opened.app, 0);
  await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(asked).toHaveLength(1);
  expect(opened.app.windows()).toHaveLength(1);
});

test("ends although the service's answer never does", async ({ open }) => {
  let came = 0;
  const service = createServer((incoming, outgoing) => {
    came += 1;
    incoming.resume();
    outgoing.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => outgoing.write(" "), 500);
    outgoing.on("close", () => clearInterval(drip));
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const opened = await open();
    const serviceUrl = `http://127.0.0.1:${port}`;
    const who = { serviceUrl, tenantId: 7001, userId: 501, token: "a-token", remember: false };
    expect(await opened.call("connection.save", who)).toMatchObject({ ok: true });
    expect(await opened.call("restore.request", { kind: "permission", permissionId: 3 })).toMatchObject({
      ok: true,
    });
    await expect.poll(() => came).toBe(1);
    const code = ended(opened);
    opened.process.kill("SIGTERM");
    expect(await code).toBe(0);
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
