/**
 * Has Linux write no core dump of any process of the program: such a dump is its memory, with the token and entries in
 * it, wherever the system's administrator had it written. Elsewhere the system is the administrator's to set.
 */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Log } from "../../lib/log.ts";

/**
 * Leaves the memory out of a dump of this process, and of those that it starts from now on, at the cost of one small
 * write: for the time until `switchOffCoreDumps`, which starts a dozen programs (core(5), "coredump_filter"). Never throws.
 */
export function leaveMemoryOutOfDumps(log: Log): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync("/proc/self/coredump_filter", "0");
  } catch (error) {
    log.warn("The memory could not be left out of core dumps", { error });
  }
}

/**
 * One byte, not none: with none Linux still hands the whole memory to a program that is named to take it (a "|" in
 * core_pattern), and with one it does neither that nor writes a file (core(5), and do_coredump in the kernel).
 */
const EACH = 'wrong=0; for pid; do prlimit --core=1:1 --pid "$pid" || wrong=1; done; exit $wrong';

/** The process and all below it, by what /proc says now. */
async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      // A name in brackets may hold anything, also brackets: what follows the last one is the state and the parent.
      const stat = await readFile(`/proc/${name}/stat`, "latin1").catch(() => "");
      const parent = /^ \w (\d+)/.exec(stat.slice(stat.lastIndexOf(")") + 1))?.[1];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    }),
  );
  const family = [pid];
  // The list grows while it is gone through, until nobody is found below anybody.
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}

/**
 * Switches them off for every process there is; those that are started later inherit it. Never throws: where it can't be
 * done, the log says so.
 */
export async function switchOffCoreDumps(log: Log): Promise<void> {
  if (process.platform !== "linux") return;
  try {
    const pids = await familyOf(process.pid);
    await promisify(execFile)("/bin/sh", ["-c", EACH, "sh", ...pids.map(String)], {
      env: { PATH: "/usr/bin:/bin" },
    });
  } catch (error) {
    log.warn("Core dumps could not be switched off for every process", { error });
  }
}
