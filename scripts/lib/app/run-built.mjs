/**
 * Runs a built plain-Node entry in this very process: a caller that kills the process it started kills the
 * engine itself, and no orphan keeps the profile. Standard output belongs to the entry.
 */
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../build.mjs";
import { switchOffCoreDumps } from "../no-core-dumps.mjs";
import { runScript, speakOnStandardError } from "../say.mjs";
import { endWithStarter } from "../set-up/fitting-node.mjs";
import { setUpPackages } from "../set-up/set-up.mjs";

/** @param {string} entry one of `built` */
export async function runBuilt(entry) {
  speakOnStandardError();
  let ready = false;
  await runScript(async () => {
    await setUpPackages();
    await ensureBuilt();
    ready = true;
  });
  if (!ready) return;
  endWithStarter();
  switchOffCoreDumps();
  process.argv[1] = entry;
  await import(pathToFileURL(entry).href);
}
