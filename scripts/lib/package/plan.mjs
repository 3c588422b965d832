/** What a package command line asks for. Pure. */
import { Refusal } from "../say.mjs";

/**
 * @typedef {"linux" | "win" | "mac"} System
 * @typedef {object} PackagePlan
 * @property {System} system
 * @property {string[]} formats as electron-builder calls them; empty for the list in electron-builder.yml
 * @property {string[]} archs empty for what that list says
 * @property {boolean} release
 */

/** @type {Record<System, string[]>} */
const formatsOf = {
  linux: ["dir", "deb", "rpm", "tar.gz", "AppImage"],
  win: ["dir", "nsis", "zip"],
  mac: ["dir", "dmg", "zip"],
};

/** What electron-builder.yml names for Linux. */
const linuxFormats = ["AppImage", "deb", "rpm"];

/** What can be made of a test build: nothing that needs a tool from GitHub. */
const testBuildFormats = ["dir", "deb", "tar.gz"];

/**
 * @param {readonly string[]} names formats named on the command line
 * @param {{ dir?: boolean | undefined, linux?: boolean | undefined, win?: boolean | undefined,
 *   mac?: boolean | undefined, x64?: boolean | undefined, arm64?: boolean | undefined,
 *   release?: boolean | undefined }} switches
 * @param {{ platform: string }} host
 * @returns {PackagePlan}
 */
export function planPackage(names, switches, host) {
  const named = /** @type {const} */ (["linux", "win", "mac"]).filter((system) => switches[system]);
  if (named.length > 1) throw new Refusal("One system at a time: choose --linux, --win or --mac.");
  const system = named[0] ?? hostSystem(host.platform);
  const unknown = names.find((name) => !formatsOf[system].includes(name));
  if (unknown !== undefined) {
    throw new Refusal(`There is no "${unknown}" for ${system}: choose from ${formatsOf[system].join(", ")}.`);
  }
  const formats = switches.dir ? ["dir", ...names.filter((name) => name !== "dir")] : [...names];
  const archs = /** @type {const} */ (["x64", "arm64"]).filter((arch) => switches[arch]);
  return { system, formats, archs, release: switches.release ?? false };
}

/** @param {string} platform @returns {System} */
function hostSystem(platform) {
  if (platform === "win32") return "win";
  return platform === "darwin" ? "mac" : "linux";
}

/**
 * The formats of each run of electron-builder: our stand-in for fpm makes debs only, so an rpm is made by fpm itself
 * in a separate run.
 * @param {PackagePlan} plan
 * @returns {string[][]}
 */
export function runsOf({ system, formats }) {
  if (system !== "linux") return [formats];
  const named = formats.length > 0 ? formats : linuxFormats;
  const others = named.filter((format) => format !== "rpm");
  return [...(others.length > 0 ? [others] : []), ...(named.includes("rpm") ? [["rpm"]] : [])];
}

/**
 * The same plan for the fallback Electron, or why there is none.
 * @param {PackagePlan} plan
 * @param {string} reason why the official Electron could not be had
 * @returns {PackagePlan}
 */
export function asTestBuild(plan, reason) {
  const remedy = "connect to the internet or set ELECTRON_MIRROR, then run again with --retry-electron";
  if (plan.release) {
    throw new Refusal(
      `A release needs the official Electron, and it could not be had because ${reason}: ${remedy}.`,
    );
  }
  if (plan.system !== "linux" || plan.archs.includes("arm64")) {
    throw new Refusal(
      `Only linux x64 has an Electron for a test build, and the official one could not be had because ${reason}: ${remedy}.`,
    );
  }
  const beyond = plan.formats.find((format) => !testBuildFormats.includes(format));
  if (beyond !== undefined) {
    throw new Refusal(
      `${beyond} is made with the official Electron only, which could not be had because ${reason}: choose ${testBuildFormats.join(", ")}, or ${remedy}.`,
    );
  }
  return { ...plan, formats: plan.formats.length > 0 ? plan.formats : ["deb", "tar.gz"], archs: ["x64"] };
}
