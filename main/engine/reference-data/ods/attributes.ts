/** The attributes of an OpenDocument element by their names, whatever prefix the writer gave them. */
export type Attributes = Readonly<Record<string, string>>;

/** The usual prefixes first: a search through all attributes costs more. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const usual = attributes[`table:${name}`] ?? attributes[`office:${name}`] ?? attributes[`style:${name}`];
  if (usual !== undefined) return usual;
  const found = Object.keys(attributes).find((key) => key === name || key.endsWith(`:${name}`));
  // An extension repeats a value's type in its own words.
  return found === undefined || found.startsWith("calcext:") ? undefined : attributes[found];
}

/** How often a row or a cell is there; null where that is no number of times. */
export function repeated(attributes: Attributes, name: string): number | null {
  const times = attribute(attributes, name) ?? "1";
  return /^\d{1,7}$/.test(times) && Number(times) > 0 ? Number(times) : null;
}
