/** Whether Chromium can sandbox its processes here; where it cannot, it would refuse to start. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand } from "../run-command.mjs";

/**
 * The switches that this Electron needs: none where a sandbox works. Chromium takes either kind, an unprivileged
 * user namespace or its own helper owned by root with mode 4755, and neither when it runs as root.
 * @param {string} executable
 */
export async function sandboxSwitches(executable) {
  if (process.platform !== "linux") return [];
  if (process.getuid?.() === 0) return ["--no-sandbox"];
  if (helperIsSetuid(executable) || (await namespacesWork())) return [];
  return ["--no-sandbox"];
}

/** @param {string} executable */
function helperIsSetuid(executable) {
  const helper = statSync(join(dirname(executable), "chrome-sandbox"), { throwIfNoEntry: false });
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4755) === 0o4755;
}

async function namespacesWork() {
  return (await runCommand("unshare", ["--user", "--map-root-user", "true"])).code === 0;
}
