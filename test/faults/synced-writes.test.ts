/**
 * What the simulator takes for granted of a power cut: with `synchronous=FULL` every commit is synced before anybody is
 * told of it. Watched from outside, in the order of the real engine's own system calls.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { aReturn, newFolder } from "../helpers/engine.ts";
import { needsPrograms } from "../helpers/system-programs.ts";

const entry = fileURLToPath(new URL("../../main/engine/headless.ts", import.meta.url));

/** How many things were told, how many syncs there were, and what was told over a log that wasn't synced. */
function read(calls: readonly string[]): { told: number; syncs: number; early: string[] } {
  let isDirty = false;
  let [told, syncs] = [0, 0];
  const early: string[] = [];
  for (const call of calls) {
    const isLog = /<[^>]*\/connections\/[^>]*-wal>/.test(call);
    if (isLog && /\bpwrite(?:64|v)?\(/.test(call)) isDirty = true;
    if (isLog && /\b(?:fsync|fdatasync)\(.*= 0$/.test(call)) {
      isDirty = false;
      syncs += 1;
    }
    if (!/\bwrite\(1</.test(call)) continue;
    told += 1;
    if (isDirty) early.push(call);
  }
  return { told, syncs, early };
}

describe("the order of system calls", () => {
  const log = '11 pwrite64(24</p/connections/a.sqlite-wal>, "x", 24, 0) = 24';
  const sync = "11 fsync(24</p/connections/a.sqlite-wal>) = 0";
  const tell = '11 write(1<pipe:[1]>, "{\\"id\\":2", 9) = 9';
  it("is wrong where something is told before the sync", () => {
    expect(read([log, tell, sync]).early).toEqual([tell]);
    expect(read([log, sync.replace("= 0", "= -1 EIO"), tell]).early).toEqual([tell]);
    expect(read([log, sync, tell])).toEqual({ told: 1, syncs: 1, early: [] });
  });

  it("is: written, synced, told", { timeout: 120_000 }, async (context) => {
    needsPrograms(context, "strace");
    if (spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status !== 0)
      context.skip("strace may not trace here");
    if (!process.features.typescript) context.skip("this Node can't run the engine from its source");
    const folder = newFolder();
    const calls = join(folder, "calls");
    const who = { serviceUrl: "http://127.0.0.1:9", tenantId: 7001, userId: 501, token: "t" };
    const postings = Array.from({ length: 8 }, (_, n) => ({
      ...{ id: n + 2, channel: "purchaseReturn.post", input: aReturn({ note: `return ${n}` }) },
    }));
    const input = [{ id: 1, channel: "connection.save", input: who }, ...postings];
    const engine = ["--no-warnings", entry, "--profile", join(folder, "profile")];
    const watch = ["-f", "-qq", "-y", "-e", "trace=pwrite64,pwritev,write,fsync,fdatasync", "-o", calls];
    const run = spawnSync("strace", [...watch, process.execPath, ...engine], {
      input: input.map((line) => `${JSON.stringify(line)}\n`).join(""),
      encoding: "utf8",
    });
    expect(run.stdout.match(/"ok":true/g)).toHaveLength(9);
    const { told, syncs, early } = read(readFileSync(calls, "utf8").split("\n"));
    expect(early).toEqual([]);
    expect(told).toBeGreaterThanOrEqual(9);
    expect(syncs).toBeGreaterThanOrEqual(8);
  });
});
