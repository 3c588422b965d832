/**
 * One process at a time for a piece of work on this machine. The owner renews its lock; one whose owner has ended,
 * or that nobody renews any more (its process id may have passed to another process), is taken over.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cacheDir } from "../paths.mjs";
import { say } from "../say.mjs";

const renewEveryMs = 2000;
const forgottenAfterMs = 30_000;

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withMachineLock(name, work) {
  mkdirSync(cacheDir(), { recursive: true });
  const path = join(cacheDir(), `${name}.lock`);
  let said = false;
  while (!take(path)) {
    if (!said) say(`Waiting for another Counterside script (${name}) ...`);
    said = true;
    await delay(500);
  }
  const renew = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  const renewal = setInterval(renew, renewEveryMs);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!ownerAlive(path)) rmSync(path, { force: true });
    return false;
  }
}

/** @param {string} path */
function ownerAlive(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > forgottenAfterMs) return false;
    const pid = Number(readFileSync(path, "utf8"));
    // An empty file is a lock being written this instant.
    return pid === 0 || isAlive(pid);
  } catch {
    return false;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
