/** Quitting with something unsent is asked about, everything stops in order, and the next start goes on with it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { expect } from "@playwright/test";
import { answerBoxes, ended, type OpenedApp, test } from "./open-app.ts";

test("quitting with something unsent asks first; the next start has the entry, the outage, the sample shop and the settings", async ({
  open,
}) => {
  const first = await open({ args: ["--practice"] });
  const practice = ({ call }: OpenedApp) => call("practice.status", {});
  await expect.poll(() => practice(first)).toMatchObject({ value: { active: true, serviceUp: true } });
  expect(await first.call("connection.get", {})).toMatchObject({ value: { practice: true, hasToken: true } });
  const counts = async () => JSON.stringify(await first.call("mirror.counts", {}));
  await expect.poll(counts).toMatch(/"kind":"taxVoucher","live":[1-9]/);
  expect(await counts()).toMatch(/"kind":"product","live":[1-9]/);
  await first.call("practice.setServiceUp", { up: false });
  const started = await practice(first);
  expect(started).toMatchObject({ value: { serviceUp: false } });
  const { entryId } = await first.invoke("restore.request", { kind: "permission", permissionId: 604 });

  const asked = await answerBoxes(first.app, 0);
  await first.call("app.quit", {});
  await expect.poll(asked).toEqual([expect.stringContaining("Entries not sent yet: 1.")]);
  expect(await first.call("sync.status", {})).toMatchObject({ ok: true });
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(asked).toHaveLength(2);
  expect(first.app.windows()).toHaveLength(1);

  await first.page.evaluate(() => {
    Reflect.set(window, "events", []);
    window.counterside.subscribe((event) => Reflect.get(window, "events").push(event));
  });
  await first.call("settings.set", { theme: "dark", language: "ar" });
  expect(await first.page.evaluate(() => Reflect.get(window, "events"))).toContainEqual(
    expect.objectContaining({
      event: "settings.changed",
      payload: expect.objectContaining({ language: "ar" }),
    }),
  );
  await answerBoxes(first.app, 1);
  const code = ended(first);
  await first.call("app.quit", {});
  expect(await code).toBe(0);

  const next = await open();
  expect(await next.call("settings.get", {})).toMatchObject({ value: { theme: "dark", language: "ar" } });
  // At the same address, and still down.
  await expect.poll(() => practice(next)).toEqual(started);
  const entry = async () => JSON.stringify(await next.call("outbox.get", { entryId }));
  expect(await entry()).toContain('"kind":"restorePermission"');
  await expect.poll(() => next.call("connection.get", {})).toMatchObject({ value: { hasToken: true } });
  await next.call("practice.setServiceUp", { up: true });
  await next.call("sync.now", {});
  await expect.poll(entry).toContain('"state":"confirmed"');
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
