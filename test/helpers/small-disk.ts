/**
 * A disk of a few megabytes, or one that can't be written: a tmpfs that is mounted for one test.
 *
 * Mounting needs root, or sudo that asks for nothing (as on the common CI runners). Where there is neither,
 * as on a developer's own account or on another system than Linux, the test says so and is skipped.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";

const runs = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
const run = (words: string[]): boolean => {
  const [command = "mount", ...args] = [...asRoot, ...words];
  return process.platform === "linux" && runs(command, args);
};

/** Takes the disk away, as when its drive is pulled out; the folder it was mounted over stays. */
export const unmountDisk = (folder: string): boolean => run(["umount", "-l", folder]);

/** Mounts it in a new folder of `parent`, or skips the test in words. */
export function mountDisk(context: TestContext, options: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "counterside-test-disk-"));
  const owner = `uid=${process.getuid?.() ?? 0}`;
  if (!run(["mount", "-t", "tmpfs", "-o", `${options},${owner}`, "tmpfs", folder])) {
    rmSync(folder, { recursive: true });
    context.skip("a tmpfs can't be mounted here: this takes Linux and root, or sudo without a question");
  }
  onTestFinished(() => {
    unmountDisk(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
