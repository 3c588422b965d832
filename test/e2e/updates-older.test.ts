/** The version before, started on books that a newer one has changed: the screen that says so, and the way back. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { openEngine } from "../../main/engine/engine.ts";
import { MIGRATIONS } from "../../main/engine/file/schema/migrations.ts";
import { systemClock, systemRandomness } from "../../main/engine/ports.ts";
import { ended, type OpenedApp, test } from "./shell/open-app.ts";

/** What the next version does when it starts on this profile, and ends. */
async function openedByNextVersion(profile: string): Promise<void> {
  const quiet = () => undefined;
  const version = (MIGRATIONS.at(-1)?.version ?? 0) + 10;
  const next = openEngine({
    profile,
    appVersion: "99.0.0",
    sqliteBinding: null,
    tokens: {},
    proxy: null,
    resendUnknown: false,
    clock: systemClock,
    randomness: systemRandomness,
    emit: quiet,
    log: { info: quiet, warn: quiet, error: quiet },
    migrations: [...MIGRATIONS, { version, sql: "ALTER TABLE entry ADD COLUMN shelf TEXT;" }],
  });
  const entered = await next.invoke("restore.request", { kind: "permission", permissionId: 4 });
  expect(entered.ok).toBe(true);
  await next.close();
}

async function close(opened: OpenedApp): Promise<void> {
  const code = ended(opened);
  opened.process.kill("SIGTERM");
  await code;
}

test("is informed of what happened, goes back to the backup, and sends nothing by itself", async ({
  open,
  profile,
}) => {
  const first = await open();
  await first.call("practice.start", {});
  await first.call("practice.setServiceUp", { up: false });
  await first.call("restore.request", { kind: "permission", permissionId: 3 });
  await close(first);
  await openedByNextVersion(profile);

  const old = await open();
  const screen = old.page.getByTestId("refused-books");
  await expect(old.page.locator('[data-state="refused"]')).toContainText("Data not opened");
  await expect(old.page.getByRole("heading", { level: 1 })).toContainText("newer version has used the data");
  await expect(screen).toContainText("before the newer version changed the data");
  await expect(screen).toContainText("1 entry was not settled then. It needs your decision");
  await expect(screen).toContainText("1 entry made since then is not in it");
  // Settings stay within reach: the newer version is fetched from there.
  await old.page.evaluate(() => {
    location.hash = "#/settings/updates";
  });
  await expect(old.page.getByTestId("updates")).toBeVisible();
  await old.page.evaluate(() => {
    location.hash = "#/";
  });
  await old.call("settings.set", { language: "ar" });
  await expect(old.page.getByRole("heading", { level: 1 })).toContainText("بإصدار أحدث");
  await old.call("settings.set", { language: "en" });
  await old.page.getByTestId("downgrade-go").click();
  await old.page.getByTestId("downgrade-sure").click();

  await expect(old.page.getByText("Entries made since then are still in the newer file.")).toBeVisible();
  await expect(old.page.getByTestId("refused-books")).toHaveCount(0);
  expect(await old.call("outbox.list", {})).toMatchObject({
    value: { entries: [{ state: "outcome_unknown", kind: "restorePermission" }] },
  });
  expect(readdirSync(join(profile, "connections")).filter((name) => name.includes(".newer-"))).not.toEqual(
    [],
  );
});
