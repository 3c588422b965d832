/** JSON text made readable without reading it: every digit and every escape stays as it was sent. */

const OPEN = new Set(["{", "["]);
const CLOSE = new Set(["}", "]"]);

/** Cuts JSON text into its strings, its punctuation and everything between. */
const tokensOf = (text: string): string[] => text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];

/** Indents JSON text by two spaces. Text that is no JSON comes out with its line breaks changed at most. */
export function indentedJson(text: string): string {
  const tokens = tokensOf(text);
  let depth = 0;
  let out = "";
  const line = () => `\n${"  ".repeat(Math.max(0, depth))}`;
  tokens.forEach((token, at) => {
    const empty = OPEN.has(token) && CLOSE.has(tokens[at + 1] ?? "");
    if (CLOSE.has(token)) {
      depth -= 1;
      out += OPEN.has(tokens[at - 1] ?? "") ? token : line() + token;
    } else if (OPEN.has(token)) {
      depth += 1;
      out += empty ? token : token + line();
    } else if (token === ",") out += token + line();
    else if (token === ":") out += ": ";
    else out += token;
  });
  return out;
}
