/** Text as it is compared: without case, marks and the spellings of one Arabic letter. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\u0640]/gu, "")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .toLowerCase();
}

/** Digits as they are on Arabic and Persian keyboards, and the Arabic separators, to the ones the books use. */
export function latinNumber(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, ".")
    .replace(/[٬\s]/g, "");
}

/** The meaning that the owner wrote for a code; a code such as "__proto__" has none, though every object has that field. */
export const meaningOf = (meanings: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(meanings, code) ? meanings[code] : undefined;

/** Whether text is a code: a whole number, as it is sent. */
export const isCode = (text: string): boolean => /^-?\d{1,30}$/.test(text);

// A name written in two languages, as shops write them: "Basmati rice 5 kg / أرز بسمتي 5 كجم".

/** Spaces around it are trimmed off with the parts: repetitions here would not be linear. */
const SEPARATOR = /[/\n|]|\s[-–—](?=\s)/g;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Arabic letters less Latin ones: above zero Arabic, below zero Latin. */
const leaning = (text: string): number =>
  count(text, /\p{Script=Arabic}/gu) - count(text, /\p{Script=Latin}/gu);

interface TwoNames {
  /** In the script of the screen; the whole name where it has only one. */
  own: string;
  other: string | null;
}

/** The part of a name in the screen's script, and the other; apart only where the scripts left and right differ. */
export function twoNames(name: string, language: string): TwoNames {
  const splits = [...name.matchAll(SEPARATOR)].map(({ index, 0: { length } }) => {
    const [left, right] = [name.slice(0, index).trim(), name.slice(index + length).trim()];
    return {
      left,
      right,
      difference: leaning(right) - leaning(left),
      apart: leaning(left) * leaning(right) < 0,
    };
  });
  const best = splits
    .filter(({ apart }) => apart)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
  if (best === undefined) return { own: name, other: null };
  const { left, right, difference } = best;
  const [latin, arabic] = difference > 0 ? [left, right] : [right, left];
  return language.startsWith("ar") ? { own: arabic, other: latin } : { own: latin, other: arabic };
}

/** The same as plain text, for a field: the screen's language first, and so the direction of the whole. */
export function ownNameFirst(name: string, language: string): string {
  const { own, other } = twoNames(name, language);
  return other === null ? name : `${own} / \u2068${other}\u2069`;
}

// JSON text made readable without reading it: every digit and every escape stays as it was sent.

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
