/** Practice mode: one click to a sample shop, a trouble to try, starting over, and leaving it. */
import { expect } from "@playwright/test";
import { type OpenedApp, test } from "./open-app.ts";
import { sharedApp } from "./shared-app.ts";

const counts = async ({ call }: OpenedApp): Promise<string> =>
  JSON.stringify(await call("mirror.counts", {}));
const practice = async ({ call }: OpenedApp) => call("practice.status", {});

/** Asks for a record back; answers what tells the state of that entry. */
async function askBack({ call, invoke }: OpenedApp, permissionId: number): Promise<() => Promise<string>> {
  const { entryId } = await invoke("restore.request", { kind: "permission", permissionId });
  return async () => JSON.stringify(await call("outbox.get", { entryId }));
}

/** One app for what needs no new start; the first of these finds practice mode off. */
const shared = sharedApp(async () => undefined);

test("an expired access token is rehearsed, and sending goes on with the new one", async () => {
  const opened = await shared({ callsOnly: true });
  await opened.call("practice.start", {});
  expect(await opened.call("practice.rehearse", { trouble: "expireToken" })).toMatchObject({
    value: { trouble: "expireToken" },
  });
  const state = await askBack(opened, 604);
  await expect
    .poll(() => opened.call("sync.status", {}))
    .toMatchObject({ value: { state: "sign_in_needed" } });
  await opened.call("practice.rehearse", { trouble: null });
  await expect.poll(state, { timeout: 20_000 }).toMatch(/"state":"confirmed"/);
});

test("practice starts over with an empty outbox, as another company", async () => {
  const opened = await shared({ callsOnly: true });
  await opened.call("practice.start", {});
  await askBack(opened, 3);
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

test("another connection ends practice", async () => {
  const opened = await shared({ callsOnly: true });
  await opened.call("practice.start", {});
  const real = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: "t0ken" };
  expect(await opened.call("connection.save", real)).toMatchObject({ ok: true });
  await expect.poll(() => practice(opened)).toMatchObject({ value: { active: false, serviceUp: false } });
});

test("a connection that is saved while the sample shop begins anew stays open, with nothing of that shop in it", async () => {
  const opened = await shared({ callsOnly: true });
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
