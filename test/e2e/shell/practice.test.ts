/** Practice mode: one click to a sample shop, an outage to try, and the same shop after a restart. */
import { expect } from "@playwright/test";
import { closeApp, type OpenedApp, test } from "./open-app.ts";

const counts = async ({ call }: OpenedApp): Promise<string> =>
  JSON.stringify(await call("mirror.counts", {}));
const practice = async ({ call }: OpenedApp) => call("practice.status", {});

test("--practice opens a sample shop with its catalogue, online", async ({ open }) => {
  const opened = await open({ args: ["--practice"] });
  await expect.poll(() => practice(opened)).toMatchObject({ value: { active: true, serviceUp: true } });
  expect(await opened.call("connection.get", {})).toMatchObject({
    value: { practice: true, hasToken: true },
  });
  await expect.poll(() => counts(opened)).toMatch(/"kind":"taxVoucher","live":[1-9]/);
  expect(await counts(opened)).toMatch(/"kind":"product","live":[1-9]/);
});

test("the service can be switched off and on, and what waited is then sent", async ({ open }) => {
  const opened = await open();
  expect(await opened.call("practice.setServiceUp", { up: false })).toMatchObject({
    error: { code: "wrong_state" },
  });
  expect(await opened.call("practice.start", {})).toMatchObject({ value: { active: true, serviceUp: true } });
  expect(await opened.call("practice.setServiceUp", { up: false })).toMatchObject({
    value: { serviceUp: false },
  });
  await opened.call("restore.request", { kind: "permission", permissionId: 3 });
  await expect.poll(() => opened.call("sync.status", {})).toMatchObject({ value: { state: "offline" } });
  await opened.call("practice.setServiceUp", { up: true });
  await opened.call("sync.now", {});
  await expect
    .poll(async () => JSON.stringify(await opened.call("outbox.list", {})), { timeout: 20_000 })
    .toMatch(/"state":"(confirmed|dead_letter)"/);
});

test("the shop is there again after a restart, at the same address", async ({ open }) => {
  const first = await open();
  const started = await first.call("practice.start", {});
  await closeApp(first);
  const second = await open();
  await expect.poll(() => practice(second)).toEqual(started);
  await expect.poll(() => second.call("connection.get", {})).toMatchObject({ value: { hasToken: true } });
});

test("another connection ends practice", async ({ open }) => {
  const opened = await open();
  await opened.call("practice.start", {});
  const real = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: "t0ken" };
  expect(await opened.call("connection.save", real)).toMatchObject({ ok: true });
  await expect.poll(() => practice(opened)).toMatchObject({ value: { active: false, serviceUp: false } });
});

test("a connection that is saved while the sample shop begins anew stays open, with nothing of that shop in it", async ({
  open,
}) => {
  const opened = await open();
  const real = { serviceUrl: "https://127.0.0.1:9/api", userId: 1, token: "t0ken" };
  const asked = [
    ["practice.startOver", {}],
    ["practice.rehearse", { trouble: null }],
    ["practice.start", {}],
  ] as const;
  for (const [place, [channel, input]] of asked.entries()) {
    await opened.call("practice.start", {});
    const under = opened.call(channel, input);
    const tenantId = 70 + place;
    expect(await opened.call("connection.save", { ...real, tenantId })).toMatchObject({ ok: true });
    expect(await under).toMatchObject({ ok: true });
    expect(await opened.call("connection.get", {})).toMatchObject({ value: { practice: false, tenantId } });
    expect(await counts(opened)).not.toMatch(/"importedAt":"/);
  }
});

test("an outage that is practised goes on over a restart, and is ended by the switch", async ({ open }) => {
  const first = await open();
  await first.call("practice.start", {});
  await first.call("practice.setServiceUp", { up: false });
  await first.call("restore.request", { kind: "permission", permissionId: 3 });
  await closeApp(first);
  const second = await open();
  await expect.poll(() => practice(second)).toMatchObject({ value: { active: true, serviceUp: false } });
  await second.call("practice.setServiceUp", { up: true });
  await second.call("sync.now", {});
  await expect
    .poll(async () => JSON.stringify(await second.call("outbox.list", {})), { timeout: 20_000 })
    .toMatch(/"state":"(confirmed|dead_letter)"/);
});

test("practice starts over with an empty outbox, as another company", async ({ open }) => {
  const opened = await open();
  await opened.call("practice.start", {});
  await opened.call("restore.request", { kind: "permission", permissionId: 3 });
  expect(await opened.call("practice.startOver", {})).toMatchObject({ value: { active: true } });
  expect(await opened.call("outbox.list", {})).toMatchObject({ value: { entries: [] } });
  expect(await opened.call("connection.get", {})).toMatchObject({
    value: { tenantId: 7002, practice: true },
  });
  expect(await counts(opened)).toMatch(/"kind":"product","live":[1-9]/);
  expect(await opened.call("connection.list", {})).toMatchObject({
    value: { connections: [{ tenantId: 7002, practice: true, current: true }] },
  });
});

test("an expired access token is rehearsed, and sending goes on with the new one", async ({ open }) => {
  const opened = await open();
  await opened.call("practice.start", {});
  expect(await opened.call("practice.rehearse", { trouble: "expireToken" })).toMatchObject({
    value: { trouble: "expireToken" },
  });
  await opened.call("restore.request", { kind: "permission", permissionId: 604 });
  await expect
    .poll(() => opened.call("sync.status", {}))
    .toMatchObject({ value: { state: "sign_in_needed" } });
  await opened.call("practice.rehearse", { trouble: null });
  await expect
    .poll(async () => JSON.stringify(await opened.call("outbox.list", {})), { timeout: 20_000 })
    .toMatch(/"state":"confirmed"/);
});
