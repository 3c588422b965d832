/** Looks into what was packed, before it is reported as made. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { Refusal } from "../say.mjs";

/** Each fuse as it must be; electron-builder.yml sets them. */
export const wantedFuses = /** @type {const} */ ({
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
});

/** @typedef {{ folder: string, executable: string, resources: string }} PackedFolder */

/**
 * Every unpacked app in electron-builder's output folder.
 * @param {string} output
 * @param {import("./plan.mjs").System} system
 * @returns {PackedFolder[]}
 */
export function packedFolders(output, system) {
  const name = system === "mac" ? /^mac(-\w+)?$/ : new RegExp(`^${system}(-\\w+)?-unpacked$`);
  return readdirSync(output)
    .filter((entry) => name.test(entry))
    .sort()
    .map((entry) => placesIn(join(output, entry), system));
}

/** @param {string} folder @param {import("./plan.mjs").System} system @returns {PackedFolder} */
function placesIn(folder, system) {
  if (system === "mac") {
    const executable = join(folder, "Counterside.app");
    return { folder, executable, resources: join(executable, "Contents", "Resources") };
  }
  const executable = join(folder, system === "win" ? "Counterside.exe" : "counterside");
  return { folder, executable, resources: join(folder, "resources") };
}

/**
 * Refuses a package whose fuses are not as wanted, or that has not exactly one native module, unpacked.
 * @param {PackedFolder} packed
 */
export async function checkPacked({ folder, executable, resources }) {
  const archive = join(resources, "app.asar");
  if (!existsSync(archive)) throw new Refusal(`There is no ${archive}: packaging did not end well.`);
  const natives = nativeModules(archive);
  if (natives.length !== 1) {
    throw new Refusal(
      `${folder} must hold exactly one native module and has ${natives.length} (${natives.join(", ")}): see the files lists in electron-builder.yml.`,
    );
  }
  const wrong = await wrongFuses(executable);
  if (wrong.length > 0) {
    throw new Refusal(
      `${folder} has fuses that are not as wanted (${wrong.join(", ")}): see electronFuses in electron-builder.yml.`,
    );
  }
}

/** Listed are also those that lie unpacked beside the archive. @param {string} archive */
function nativeModules(archive) {
  return listPackage(archive, { isPack: false }).filter((path) => path.endsWith(".node"));
}

/** @param {string} executable */
async function wrongFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  return Object.entries(wantedFuses).flatMap(([name, wanted]) => {
    const at = FuseV1Options[/** @type {keyof typeof wantedFuses} */ (name)];
    return wire[at] === (wanted ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [name];
  });
}
