/** Child processes: captured, bounded in time, ended by their own id. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {{ code: number | null, timedOut: boolean, missing: boolean, stdout: string, stderr: string,
 *   output: string }} CommandResult
 */

/** Colours only where someone sees them: a log keeps plain text. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

/**
 * Runs a command and keeps what it wrote; never throws for the command's own failure.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, echo?: boolean }} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, args, options = {}) {
  return new Promise((settle) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? inRoot(),
      env: { ...plain, ...(options.env ?? process.env) },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate group lets a time-out reach what the command started.
      detached: process.platform !== "win32" && options.timeoutMs !== undefined,
      shell: process.platform === "win32" && /\.cmd$/.test(command),
    });
    /** @type {CommandResult} */
    const result = { code: null, timedOut: false, missing: false, stdout: "", stderr: "", output: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      result.stdout += text;
      result.output += text;
      if (options.echo) process.stdout.write(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      result.stderr += text;
      result.output += text;
      if (options.echo) process.stdout.write(text);
    });
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            result.timedOut = true;
            endTree(child);
          }, options.timeoutMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      result.missing = /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
      result.output += error.message;
      settle(result);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      result.code = code;
      settle(result);
    });
  });
}

/** @param {import("node:child_process").ChildProcess} child started detached */
function endTree(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/**
 * Is this program on the path?
 * @param {string} name
 */
export function onPath(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The last lines of what a command wrote: enough to see why, short enough to read. @param {string} text */
export function tail(text, lines = 15) {
  return text.trimEnd().split("\n").slice(-lines).join("\n");
}
