/** The texts of a catalogue of words, by their keys. */
export type Catalogue = { [key: string]: string | Catalogue };

/** Every text by its whole key, as in "outbox.do.record". */
export function textsOf(catalogue: Catalogue, prefix = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === "string") texts.set(prefix + name, value);
    else for (const [key, text] of textsOf(value, `${prefix}${name}.`)) texts.set(key, text);
  }
  return texts;
}
