/** What the engine's start does without: the window waits for its first answers (docs/decisions/0021). */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, vi } from "vitest";

it("no table of every letter is made for CSV files before one is written", async () => {
  const made = vi.spyOn(Uint8Array, "from");
  const { AUDIT_FORMATS } = await import("../../../main/engine/core/activity.ts");
  expect(made).not.toHaveBeenCalled();
  expect(AUDIT_FORMATS.csv.head).toMatch(/^\uFEFF"/);
  expect(AUDIT_FORMATS.csv.mark).toBe(AUDIT_FORMATS.csv.head);
});

it("Node's TLS and HTTP are not loaded before a connection is opened", () => {
  const engine = pathToFileURL(join(import.meta.dirname, "../../../main/engine/engine.ts"));
  const script = `await import("${engine}");
    process.stdout.write(process.moduleLoadList.filter((name) => /^NativeModule (tls|https?)$/.test(name)).join(" "));`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
