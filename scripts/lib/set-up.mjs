/** What every script does first: a Node that fits, the packages, and on demand an Electron. */
import { electronRuntime } from "./electron-runtime.mjs";
import { ensureFittingNode } from "./fitting-node.mjs";
import { ensurePackages } from "./packages.mjs";

/** Packages first: a Node that fits may come with them. */
export async function setUpPackages() {
  await ensurePackages();
  await ensureFittingNode();
}

/** @param {import("./electron-runtime.mjs").ElectronChoices} choices */
export async function setUpElectron(choices) {
  await setUpPackages();
  return electronRuntime(choices);
}
