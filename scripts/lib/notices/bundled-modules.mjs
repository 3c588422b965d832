/** For the bundler: writes down which modules of packages went into the bundles, for the notices and the SBOM. */
import { mkdirSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

/** @param {string} part */
export const bundledModulesFile = (part) => inRoot("out", `.bundled-${part}.json`);

export const BUNDLES = /** @type {const} */ (["main", "preload", "renderer", "check", "chain"]);

/**
 * "/checkout/node_modules/a/b.js?x" -> "node_modules/a/b.js"; null for what is of no package. The folder above doesn't
 * count: node_modules may be a link to another checkout's.
 * @param {string} id
 */
export function packagePathOf(id) {
  const path = (id.split("?")[0] ?? "").replaceAll("\\", "/");
  const at = path.indexOf("/node_modules/");
  return id.startsWith("\0") || at < 0 ? null : path.slice(at + 1);
}

/**
 * @param {(typeof BUNDLES)[number]} part
 * @returns {import("vite").Plugin}
 */
export function bundledModules(part) {
  return {
    name: "counterside-bundled-modules",
    apply: "build",
    writeBundle(_, bundle) {
      /** @type {Set<string>} */
      const ids = new Set();
      for (const output of Object.values(bundle)) {
        const from = output.type === "chunk" ? Object.keys(output.modules) : output.originalFileNames;
        for (const id of from) ids.add(output.type === "chunk" ? id : inRoot("renderer", id));
      }
      // Style sheets leave their chunks and become files of their own.
      for (const id of this.getModuleIds()) if (/\.css(\?|$)/.test(id)) ids.add(id);
      const places = [...ids].map(packagePathOf).filter((place) => place !== null);
      mkdirSync(inRoot("out"), { recursive: true });
      writeFileSync(bundledModulesFile(part), `${JSON.stringify([...new Set(places)].sort(), null, 1)}\n`);
    },
  };
}
