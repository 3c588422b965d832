/** The vault with a real keyring: gnome-keyring in the test's session. Linux only, as the keyring is. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { LaunchChoices } from "../../../scripts/lib/app/launch-app.mjs";
import { BUCKET, openStrictBucket } from "../../helpers/strict-bucket.ts";
import { lacking } from "../../helpers/system-programs.ts";
import { filesWith } from "../../security/token-search.ts";
import { closeApp, test } from "./open-app.ts";

const TOKEN = "q7Jx-secret-of-the-shop-0193";
const CONNECTION = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: TOKEN };

let home = "";
let withKeyring: LaunchChoices = {};

test.skip(
  process.platform !== "linux",
  "macOS and Windows have their own keyring, which a test must not touch",
);
const reason = lacking("dbus-run-session", "gnome-keyring-daemon");
test.skip(reason !== null, reason ?? "");
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "counterside-keyring-"));
  withKeyring = {
    wrapper: join(import.meta.dirname, "keyring-session.sh"),
    preloads: [join(import.meta.dirname, "use-keyring.cjs")],
    env: { COUNTERSIDE_TEST_HOME: home, XDG_CURRENT_DESKTOP: "GNOME" },
  };
});
test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

/** The keyring daemons whose session is this folder's. Linux only. */
const keyringsOf = (folder: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("gnome-keyring-daemon") &&
        readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder)
      );
    } catch {
      // It has ended meanwhile, or is somebody else's.
      return false;
    }
  });

test("a token survives a restart, sealed, and so does the key of the shop folder; one that need not be remembered, or was forgotten, does not", async ({
  profile,
  open,
}) => {
  const bucket = await openStrictBucket();
  try {
    const first = await open(withKeyring);
    expect(await first.call("vault.status", {})).toEqual({
      ok: true,
      value: { backend: "gnome_libsecret", canKeep: true, thisRunOnly: false, lost: false },
    });
    expect(await first.call("connection.save", CONNECTION)).toMatchObject({ value: { hasToken: true } });
    expect(await first.call("vault.status", {})).toMatchObject({ value: { thisRunOnly: false } });
    const { bucket: name, region, key, secret } = BUCKET;
    const place = `s3://${name}?endpoint=${bucket.endpoint}`;
    expect(await first.call("shopFolder.set", { place, region, key, secret })).toMatchObject({
      value: { hasSecret: true, can: { putIfAbsent: true } },
    });
    await closeApp(first);
    expect(readdirSync(profile)).toContain("first-settings.json");
    for (const text of [TOKEN, secret, key])
      expect((await filesWith([profile, home], text)).found).toEqual([]);

    const second = await open(withKeyring);
    expect(await second.call("connection.get", {})).toMatchObject({ ok: true, value: { hasToken: true } });
    expect(await second.call("shopFolder.refresh", {})).toMatchObject({ value: { place, hasSecret: true } });
    await second.call("vault.forget", {});
    expect(Object.keys(JSON.parse(readFileSync(join(profile, "vault.json"), "utf8")).tokens)).toEqual([]);
    expect(await second.call("shopFolder.get", {})).toMatchObject({ value: { place, hasSecret: false } });
    await second.call("connection.save", { ...CONNECTION, remember: false });
    expect(await second.call("vault.status", {})).toMatchObject({
      value: { canKeep: true, thisRunOnly: true },
    });
    await closeApp(second);
    // The next start shows nothing that says there is a token.
    expect(readdirSync(profile)).not.toContain("first-settings.json");

    const third = await open(withKeyring);
    expect(await third.call("connection.get", {})).toMatchObject({ ok: true, value: { hasToken: false } });
    await closeApp(third);
  } finally {
    await bucket.close();
  }
});

test("a keyring that is lost, or a vault file that was tampered with, means sign-in, and nothing else is lost", async ({
  profile,
  open,
}) => {
  const first = await open(withKeyring);
  await first.call("connection.save", CONNECTION);
  await first.call("settings.set", { theme: "dark" });
  await closeApp(first);
  // The session's keyring may end a moment after the app, and would write its files once more.
  await expect.poll(() => keyringsOf(home)).toEqual([]);
  rmSync(join(home, "data", "keyrings"), { recursive: true });

  const second = await open(withKeyring);
  expect(await second.call("connection.get", {})).toMatchObject({ value: { hasToken: false, tenantId: 7 } });
  expect(await second.call("vault.status", {})).toMatchObject({ value: { lost: true } });
  await expect(second.page.getByText(/keyring no longer returns the access token/)).toBeVisible();
  expect(await second.call("settings.get", {})).toMatchObject({ value: { theme: "dark" } });
  expect(await second.call("connection.save", CONNECTION)).toMatchObject({ value: { hasToken: true } });
  expect(await second.call("vault.status", {})).toMatchObject({ value: { lost: false } });
  await closeApp(second);

  const key = `${CONNECTION.tenantId} ${CONNECTION.serviceUrl}`;
  writeFileSync(join(profile, "vault.json"), JSON.stringify({ tokens: { [key]: "bm90IHNlYWxlZA==" } }));
  const third = await open(withKeyring);
  expect(await third.call("settings.get", {})).toMatchObject({ value: { theme: "dark" } });
  expect(await third.call("connection.save", { ...CONNECTION, token: undefined })).toMatchObject({
    value: { hasToken: false },
  });
});
