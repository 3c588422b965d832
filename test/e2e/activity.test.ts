/** The record of who did what in the real app: exported where the dialog says; what others remove or change in it is restored and reported. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { closeApp, type OpenedApp, test } from "./shell/open-app.ts";

const VERIFIER = join(import.meta.dirname, "../../scripts/verify-activity.mjs");

test("the activity is exported, verified by another program, and what others removed or changed in it is restored and reported", async ({
  open,
  profile,
}) => {
  const first = await open();
  const { page } = first;
  expect((await first.call("practice.start", {})).ok).toBe(true);
  await page.evaluate(() => {
    location.hash = "#/activity";
  });
  await expect(page.getByText("The records are intact", { exact: false })).toBeVisible();
  for (const format of ["csv", "jsonl"]) {
    const path = join(profile, `taken.${format}`);
    await first.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, path);
    await page.getByTestId("audit-export").click();
    await page.getByTestId(`audit-export-${format}`).click();
    await expect(page.getByText(`taken.${format}`)).toBeVisible();
    const words = execFileSync(process.execPath, [VERIFIER, path], { encoding: "utf8" });
    const hash = /last hash is (\w{64})/.exec(words)?.[1] ?? "none";
    await expect(page.getByText(hash).first()).toBeVisible();
  }
  // The file may only be one that the dialog gave.
  const other = await first.call("audit.export", { path: join(profile, "other.csv"), format: "csv" });
  expect(other.ok ? "ok" : other.error.code).toBe("file_not_chosen");
  await closeApp(first);

  const folder = join(profile, "connections");
  const books = readdirSync(folder).find((name) => name.endsWith(".sqlite")) ?? "none";
  const change = (sql: string): void => {
    const program = `import { DatabaseSync } from "node:sqlite";
      new DatabaseSync(${JSON.stringify(join(folder, books))}).exec(${JSON.stringify(sql)});`;
    execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", program]);
  };
  const openActivity = async (): Promise<OpenedApp> => {
    const app = await open();
    await app.page.evaluate(() => {
      location.hash = "#/activity";
    });
    return app;
  };
  change(
    "DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)",
  );
  const second = await openActivity();
  await expect(second.page.getByText("The data on this computer is older than before").first()).toBeVisible();
  await expect(second.page.getByText("Exported the activity")).toHaveCount(2);
  await closeApp(second);

  change("DROP TRIGGER audit_no_update; UPDATE audit SET details = '{}' WHERE sequence = 2");
  const third = await openActivity();
  await expect(third.page.getByText("A data file on this computer was damaged").first()).toBeVisible();
  await expect(third.page.getByText("The records are intact", { exact: false })).toBeVisible();
});
