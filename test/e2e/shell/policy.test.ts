/** The owner's policy in the real program: what it decides is shown, locked and held behind the page. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type OpenedApp, test } from "./open-app.ts";

const POLICY = {
  version: 1,
  serviceUrl: "https://127.0.0.1:9/api",
  tenantId: 7,
  language: "en",
  theme: "dark",
  updates: { server: null },
  pinAsksFor: ["restore"],
};

function written(profile: string, text: string): { env: Record<string, string> } {
  const path = join(profile, "policy.json");
  writeFileSync(path, text);
  chmodSync(path, 0o644);
  return { env: { COUNTERSIDE_POLICY: path } };
}

const go = ({ page }: OpenedApp, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

test("fills and locks the connection, but not the token, and holds its settings and the second backup folder", async ({
  profile,
  open,
}) => {
  const secondBackupFolder = `${profile}-second`;
  mkdirSync(secondBackupFolder);
  const opened = await open(written(profile, JSON.stringify({ ...POLICY, secondBackupFolder })));
  const { page, call } = opened;
  await go(opened, "#/connect");
  const address = page.getByLabel("Address of the central system");
  await expect(address).toHaveValue(POLICY.serviceUrl);
  await expect(address).toHaveAttribute("readonly");
  await expect(page.getByLabel("Access token", { exact: true })).toBeEditable();
  await expect(page.getByText("Set by your owner's policy.").first()).toBeVisible();

  await go(opened, "#/settings/policy");
  const panel = page.getByTestId("owner-policy");
  await expect(panel).toContainText(POLICY.serviceUrl);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await go(opened, "#/settings/appearance");
  await expect(page.getByTestId("look-locked")).toContainText("Dark");
  await expect(page.getByRole("radio", { name: "Light" })).toHaveCount(0);

  const fixed = { ok: false, error: { code: "policy_fixed" } };
  expect(await call("settings.set", { theme: "light" })).toMatchObject(fixed);
  expect(await call("settings.set", { updateServer: "https://updates.example.com" })).toMatchObject(fixed);
  const elsewhere = { serviceUrl: "https://127.0.0.1:8/api", tenantId: 7, userId: 1, token: "a-token" };
  expect(await call("connection.save", elsewhere)).toMatchObject(fixed);
  const right = { ...elsewhere, serviceUrl: POLICY.serviceUrl };
  expect(await call("connection.save", right)).toMatchObject({ ok: true, value: { hasToken: true } });
  await expect
    .poll(() => call("backup.status", {}))
    .toMatchObject({ ok: true, value: { second: { folder: secondBackupFolder, problem: null } } });
  expect(await call("backup.setSecondFolder", {})).toMatchObject(fixed);
  expect(await call("updates.status", {})).toMatchObject({ value: { setBy: "policy", server: null } });

  expect(await call("pin.set", { pin: "1234", asksFor: [], keepOpenMinutes: 0 })).toMatchObject({ ok: true });
  expect(await call("restore.request", { kind: "permission", permissionId: 3 })).toMatchObject({
    error: { code: "pin_needed" },
  });
  expect(await call("pin.remove", { pin: "1234" })).toMatchObject(fixed);
  rmSync(secondBackupFolder, { recursive: true });
});

test("that can't be used is named with its field, and frees nothing", async ({ profile, open }) => {
  const opened = await open(written(profile, JSON.stringify({ ...POLICY, token: "a-token-of-the-owner" })));
  const { page, call } = opened;
  await expect(page.getByText("policy file can't be").first()).toBeVisible();
  await go(opened, "#/settings/policy");
  const panel = page.getByTestId("owner-policy");
  await expect(panel).toContainText("token");
  await expect(panel).toContainText("policy.json");
  expect(await page.content()).not.toContain("a-token-of-the-owner");
  expect(
    await call("connection.save", { serviceUrl: POLICY.serviceUrl, tenantId: 7, userId: 1 }),
  ).toMatchObject({ error: { code: "policy_unusable" } });
  expect(await call("practice.start", {})).toMatchObject({ ok: true });
});
