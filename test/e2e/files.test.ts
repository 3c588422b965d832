/** A damaged file, the notice above every screen, and the crash test, in the real app. */
import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ended, test } from "./shell/open-app.ts";

const aReturn = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  note: "kept",
  lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
};

test("a file that was damaged while the program was away is recovered, and reported", async ({
  profile,
  open,
}) => {
  test.setTimeout(180_000);
  mkdirSync(profile, { recursive: true });
  const first = await open({ args: ["--practice"] });
  await expect
    .poll(async () => first.call("sync.pause", {}), { timeout: 60_000 })
    .toMatchObject({ ok: true });
  expect(await first.call("purchaseReturn.post", aReturn)).toMatchObject({ ok: true });
  expect(await first.call("drill.run", { entries: 30 })).toMatchObject({
    ok: true,
    value: { lost: 0, chainIntact: true },
  });
  first.process.kill("SIGKILL");
  await ended(first);
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((each) => each.endsWith(".sqlite")) ?? "";
  for (const [path, offset] of [
    [join(folder, name), 0],
    [join(folder, `${name}-wal`), 4],
  ] as const) {
    const handle = openSync(path, "r+");
    writeSync(handle, Buffer.alloc(60, 7), 0, 60, offset);
    closeSync(handle);
  }
  const { page } = await open({ args: ["--practice"] });
  const bar = page.getByRole("alert").filter({ hasText: "was damaged" });
  await expect(bar).toBeVisible({ timeout: 60_000 });
  await bar.getByRole("button", { name: "See what was recovered" }).click();
  await expect(bar).toContainText("corrupt-");
  await bar.getByRole("button", { name: "Understood" }).click();
  await expect(bar).toBeHidden();
});
