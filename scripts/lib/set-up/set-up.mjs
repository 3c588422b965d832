/** What every script does first: a Node that fits, the packages, and on demand an Electron. */

import { Refusal, say } from "../say.mjs";
import { electronRuntime } from "./electron-runtime.mjs";
import { fallbackFits } from "./fallback-electron.mjs";
import { ensureFittingNode } from "./fitting-node.mjs";
import { ensureOfficialElectron } from "./official-electron.mjs";
import { ensurePackages } from "./packages.mjs";
import { bindingIsThere } from "./sqlite-binding.mjs";
import {
  compilerPackages,
  ensureSystemLibraries,
  MissingPackages,
  testPackages,
} from "./system-libraries.mjs";
import { ensureWindowsNode, windowsNodeFits } from "./windows-node.mjs";

/** Packages first: a Node that fits may come with them. */
export async function setUpPackages() {
  await ensurePackages();
  await ensureFittingNode();
}

/** For what is run as it is written, without a build. */
export async function setUpToRunSources() {
  await setUpPackages();
  if (!process.features.typescript)
    throw new Refusal(`This needs a Node that runs TypeScript (22.18 or newer); this is ${process.version}.`);
}

/** @param {import("./electron-runtime.mjs").ElectronChoices} choices */
export async function setUpElectron(choices) {
  await setUpPackages();
  return electronRuntime(choices);
}

/**
 * Installs what the tests need of the system, in one step before the first of them. Where that can't be, it says so,
 * and each test that needs what is missing is skipped with the reason.
 * @param {import("./electron-runtime.mjs").ElectronChoices} choices
 */
export async function setUpForTests({ retryElectron = false }) {
  const official = await ensureOfficialElectron(retryElectron);
  const compiles = !("executable" in official) && fallbackFits() && !bindingIsThere();
  try {
    await ensureSystemLibraries([...testPackages, ...(compiles ? compilerPackages : [])], "run every test");
  } catch (error) {
    if (!(error instanceof MissingPackages)) throw error;
    say(error.message);
  }
  try {
    if (windowsNodeFits()) await ensureWindowsNode();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!(error instanceof MissingPackages)) say(error.message);
  }
}
