/** The profile is its owner's: another account of the same computer finds a closed folder. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { profileTrouble } from "../../../main/shell/profile.ts";
import { startHeadless } from "../../helpers/headless.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

it.skipIf(process.platform === "win32")("is closed to others where the program makes it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-profile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(profileTrouble(join(folder, "made"))).toBeNull();
  expect(modeOf(join(folder, "made"))).toBe(0o700);
  // The headless engine makes its own.
  await (await startHeadless(join(folder, "headless"))).finish();
  expect(modeOf(join(folder, "headless"))).toBe(0o700);
  // A folder that somebody shares on purpose stays as it is.
  mkdirSync(join(folder, "shared"));
  chmodSync(join(folder, "shared"), 0o770);
  expect(profileTrouble(join(folder, "shared"))).toBeNull();
  expect(modeOf(join(folder, "shared"))).toBe(0o770);
});
