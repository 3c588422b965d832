/** The engine without a window holds entries and a token as the program does: Linux writes no core dump of it either. */
import { spawnSync } from "node:child_process";

/** For this process and what it starts. Why one byte and not none: main/shell/start/core-dumps.ts. */
export function switchOffCoreDumps() {
  if (process.platform !== "linux") return;
  const { status } = spawnSync("prlimit", ["--core=1:1", "--pid", String(process.pid)], { stdio: "ignore" });
  if (status !== 0)
    process.stderr.write("Core dumps could not be switched off: prlimit is missing or refused.\n");
}
