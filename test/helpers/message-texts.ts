/** The messages of a language, by their keys. */
export type Messages = { [key: string]: string | Messages };

/** Every text by its whole key, as in "outbox.do.record". */
export function textsOf(messages: Messages, prefix = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(messages)) {
    if (typeof value === "string") texts.set(prefix + name, value);
    else for (const [key, text] of textsOf(value, `${prefix}${name}.`)) texts.set(key, text);
  }
  return texts;
}
