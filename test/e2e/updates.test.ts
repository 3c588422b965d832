/** From one version to the next in the real program: an update server on loopback, entries unsent, nothing lost. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startUpdateServer, type UpdateServer } from "../helpers/update-server.ts";
import { test as base, ended, type OpenedApp } from "./shell/open-app.ts";
import { practiceShop } from "./shell/shared-app.ts";

const shop = practiceShop();

const test = base.extend<{ server: UpdateServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  server: async ({}, use) => {
    const server = await startUpdateServer();
    await use(server);
    await server.close();
  },
});

test.skip(process.platform !== "linux", "the installer of this test is a script");

/** Makes the main process the one of a signed package on Windows, as far as updates look at it. */
async function asOnWindows({ app }: OpenedApp, resources: string): Promise<void> {
  mkdirSync(resources);
  writeFileSync(
    join(resources, "app-update.yml"),
    "provider: generic\nurl: https://counterside.invalid/\npublisherName: [The Counterside authors]\nupdaterCacheDirName: downloads\n",
  );
  await app.evaluate(({ app: electronApp }, folder) => {
    Object.defineProperty(process, "platform", { value: "win32" });
    Object.defineProperty(process, "resourcesPath", { value: folder });
    Object.defineProperty(electronApp, "isPackaged", { value: true });
    process.env.LOCALAPPDATA = folder;
  }, resources);
}

test("is offered in Settings, downloaded and installed when a person says so, with entries unsent", async ({
  server,
  profile,
  open,
}) => {
  const started = join(profile, "started");
  const file = server.publish({
    version: "99.0.0",
    content: `#!/bin/sh\nprintf '%s ' "$@" > '${started}.part' && mv '${started}.part' '${started}'\n`,
    notes: "Faster at the till.",
  });
  const opened = await open();
  const { page } = opened;
  const resources = join(profile, "resources");
  await asOnWindows(opened, resources);
  await opened.invoke("practice.start", {});
  await opened.invoke("practice.setServiceUp", { up: false });
  await opened.invoke("restore.request", { kind: "permission", permissionId: 3 });
  await page.evaluate(() => {
    location.hash = "#/settings/updates";
  });
  const panel = page.getByTestId("updates");
  await expect(panel).toContainText("No address is set");
  await panel.getByTestId("updates-server").fill(server.url);
  // The address is saved by leaving its field.
  await panel.getByTestId("updates-server").press("Tab");
  await panel.getByTestId("updates-check").click();
  await expect(panel).toContainText("Faster at the till.");
  expect(server.came.map(({ path }) => path)).toEqual(["/releases/latest.yml"]);
  await panel.getByTestId("updates-download").click();
  await expect(panel).toContainText("is ready to install");
  await expect(panel.getByTestId("updates-at-quit")).toBeChecked();
  const headers = server.came.flatMap((request) => Object.entries(request.headers));
  expect(
    headers.filter(([name, value]) => value !== "" && /auth|cookie|token|staging|referer|device/i.test(name)),
  ).toEqual([]);
  chmodSync(join(resources, "downloads", "pending", file), 0o700);
  await panel.getByTestId("updates-restart").click();
  await expect(page.getByTestId("updates-restart-ask")).toContainText(
    "1 entry hasn't been sent yet. It stays on this computer",
  );
  expect(existsSync(started)).toBe(false);
  const code = ended(opened);
  await page.getByTestId("updates-restart-yes").click({ noWaitAfter: true });
  expect(await code).toBe(0);
  await expect.poll(() => existsSync(started)).toBe(true);
  expect(readFileSync(started, "utf8")).toBe("--updated /S --force-run ");

  const next = await open();
  await expect
    .poll(async () => JSON.stringify(await next.call("outbox.list", {})), { timeout: 15_000 })
    .toContain('"kind":"restorePermission"');
});

test("on Linux the server is not asked, and the screen names the package manager", async ({ server }) => {
  const opened = await shop();
  await opened.invoke("settings.set", { updateServer: server.url });
  expect(await opened.invoke("updates.check", {})).toMatchObject({
    now: { state: "off", reason: "package_manager" },
  });
  await opened.page.evaluate(() => {
    location.hash = "#/settings/updates";
  });
  await expect(opened.page.getByTestId("updates")).toContainText("This computer's package manager");
  expect(server.came).toEqual([]);
});
