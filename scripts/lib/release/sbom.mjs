/** The bill of materials: npm's CycloneDX list of the whole lock file, cut down to what a package holds. Pure. */

/**
 * @typedef {{ "bom-ref": string, type: string, name: string, version: string, scope?: string,
 *   properties?: { name: string, value: string }[], [more: string]: unknown }} Component
 * @typedef {{ metadata: { component: Component, [more: string]: unknown }, components: Component[],
 *   dependencies: { ref: string, dependsOn?: string[] }[], [more: string]: unknown }} Bom
 */

/**
 * Our own program depends on everything that is kept: the bundler makes one program of it, so npm's "development"
 * says nothing about what ships.
 * @param {Bom} bom as npm writes it
 * @param {ReadonlySet<string>} shipped "name@version" of every package in the program, Electron included
 * @param {{ name: string, version: string }} own
 * @returns {Bom}
 */
export function shippedBom(bom, shipped, own) {
  const reference = `${own.name}@${own.version}`;
  const kept = bom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const found = new Set(kept.map(({ name, version }) => `${name}@${version}`));
  const missing = [...shipped].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`The lock file doesn't name ${missing.join(", ")}.`);
  const references = new Set(kept.map((component) => component["bom-ref"]));
  const { metadata, components: _, dependencies, ...rest } = bom;
  return {
    ...rest,
    metadata: {
      ...metadata,
      component: { ...metadata.component, ...own, "bom-ref": reference, type: "application" },
    },
    components: kept.map(({ properties = [], ...component }) => ({
      ...component,
      scope: "required",
      properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
    })),
    dependencies: [
      { ref: reference, dependsOn: [...references].sort() },
      ...dependencies
        .filter(({ ref }) => references.has(ref))
        .map(({ ref, dependsOn = [] }) => ({
          ref,
          dependsOn: dependsOn.filter((one) => references.has(one)),
        })),
    ],
  };
}
