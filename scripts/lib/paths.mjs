/** Where things lie: the checkout, the per-machine cache, the practice profile. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * What is downloaded or compiled lies here, once per machine, so that a fresh checkout starts fast.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheDir(env = process.env) {
  if (env.COUNTERSIDE_CACHE) return resolve(env.COUNTERSIDE_CACHE);
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "counterside");
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "counterside", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "counterside");
  return join(homedir(), ".cache", "counterside");
}

/**
 * The profile folder that `npm start` opens: the practice shop's books survive a restart.
 * @param {NodeJS.ProcessEnv} env
 */
export function practiceProfile(env = process.env) {
  if (process.platform === "win32" && env.APPDATA) return join(env.APPDATA, "Counterside practice");
  if (process.platform === "darwin") {
    return join(homedir(), "Library", "Application Support", "Counterside practice");
  }
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "counterside-practice");
}
