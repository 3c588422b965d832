/** Finds what separates the columns of a CSV file, by its header row. */
import type { Delimiter } from "../../../contract/channels/mirror.ts";

export const DELIMITERS: Readonly<Record<Delimiter, string>> = { comma: ",", semicolon: ";", tab: "\t" };

/** The first line of the text that is not blank; line breaks inside quotes don't end it. */
function headerLine(text: string): string {
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    if (quoted || (letter !== "\n" && letter !== "\r")) continue;
    const line = text.slice(from, at);
    if (line.trim() !== "") return line;
    from = at + 1;
  }
  return text.slice(from);
}

/** The one that stands most often in the header row outside quotes; a comma where none does. */
export function delimiterOf(head: string): Delimiter {
  const bare = headerLine(head.replace(/^\uFEFF/, "")).replace(/"[^"]*"?/g, "");
  const count = (name: Delimiter): number => bare.split(DELIMITERS[name]).length - 1;
  const found: Delimiter[] = ["comma", "semicolon", "tab"];
  return found.reduce((best, one) => (count(one) > count(best) ? one : best));
}
