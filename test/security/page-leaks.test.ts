/** A page whose script was replaced has every way of Chromium's to the network, and none of them leads out. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { closeApp, type OpenedApp, openApp, test } from "../e2e/shell/open-app.ts";
import { listenOutside, netRecordOf, readNetLog, tryEverything } from "./page-leaks.ts";
import { makeUndoneApp, NETWORK_UNDONE, PAGE_POLICY_UNDONE } from "./undone-app.ts";

/** Tries everything in a copy of the app in which this is undone; what was seen outside. */
async function leaksOf(
  undone: Parameters<typeof makeUndoneApp>[0],
  profile: string,
  open: (choices: { folder: string }) => Promise<OpenedApp>,
) {
  const copy = makeUndoneApp(undone);
  const outside = await listenOutside();
  try {
    const opened = await open({ folder: copy.folder });
    await opened.page.waitForFunction(() => document.readyState === "complete");
    const record = await netRecordOf(opened, profile, async () => {
      expect((await tryEverything(opened, outside.port)).length).toBeGreaterThan(35);
    });
    return { ...record, arrived: [...outside.arrived] };
  } finally {
    await outside.close();
    copy.remove();
  }
}

test("a replaced page reaches nobody, by no protocol and by no name, even without its content security policy", async ({
  open,
  profile,
}) => {
  const { arrived, names, sockets } = await leaksOf([...PAGE_POLICY_UNDONE], profile, open);
  expect(arrived).toEqual([]);
  expect(names).toEqual([]);
  expect(sockets.filter((params) => /:(?!0\b|53\b|443\b)\d+"/.test(params))).toEqual([]);
});

test("the same tries are noticed where the session is open", async ({ open, profile }) => {
  const { arrived, names } = await leaksOf([...PAGE_POLICY_UNDONE, ...NETWORK_UNDONE], profile, open);
  expect(arrived).toEqual(
    expect.arrayContaining(["udp", "tcp", "tcp GET /fetch", "tcp GET /socket", "tcp GET /img"]),
  );
  expect(names.join()).toMatch(/prefetch\.leak\.test/);
  expect(names.join()).toMatch(/turn\.leak\.test/);
});

test("a start, from its first moment to the program's end, looks up no name and asks no server", async ({
  profile,
}) => {
  const path = join(profile, "net-log.json");
  const opened = await openApp(profile, { args: [`--log-net-log=${path}`] });
  // The engine answers only after the system's proxy was asked for, in a separate session.
  expect(await opened.call("app.info", {})).toMatchObject({ ok: true });
  await closeApp(opened);
  const { asked, sockets } = readNetLog(path);
  expect(asked).toEqual([]);
  expect(sockets).toEqual([]);
});
