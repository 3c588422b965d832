/**
 * A table as CSV that no sheet program takes for formulas, whatever separates the cells when it is opened: the list
 * separator of a system may be a comma, a semicolon or a tab, and the person may choose others, or no quotes. Pure.
 */

/** Tells sheet programs that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** What begins a formula, in its full-width spellings too. */
const SIGNS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";
/** After one of these a cell may begin, under one way to open the file or another. */
const SEPARATORS = ",;\t|:\r\n";
/** What doesn't keep a cell from being at its beginning: quotes, and what is not seen. */
const UNSEEN = /["'\s\p{C}]/u;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

const [SIGN, SEPARATOR, BLANK, UNSEEN_LETTER] = [1, 2, 3, 4] as const;

/** What each UTF-16 code is, for this is asked of every letter of every table; 0 for what is none of these. */
let kinds: Uint8Array | null = null;
const kindOf = (letter: string): number => {
  if (SIGNS.includes(letter)) return SIGN;
  if (SEPARATORS.includes(letter)) return SEPARATOR;
  if (letter === " ") return BLANK;
  return UNSEEN.test(letter) ? UNSEEN_LETTER : 0;
};
const kindsOfAll = (): Uint8Array =>
  Uint8Array.from({ length: 65_536 }, (_, code) => kindOf(String.fromCharCode(code)));

/**
 * Calls `found` with the index of every sign that could begin a formula, in one pass. Where only blanks would
 * separate the cells, a sign that is alone between two of them is none: "Tea - green" stays as it is. At the
 * very beginning some programs drop tabs and line ends, and read on.
 */
function eachSign(text: string, found: (index: number) => void): void {
  kinds ??= kindsOfAll();
  let begins: "no" | "after_blank" | "yes" = "yes";
  let isFirst = true;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[text.charCodeAt(at)];
    if (kind === SIGN && begins !== "no") {
      const isLone = begins === "after_blank" && ["", " "].includes(text.charAt(at + 1));
      if (!isLone) found(at);
    } else if (isFirst && kind === SEPARATOR && /\s/.test(text.charAt(at))) found(at);
    if (kind === SEPARATOR) begins = "yes";
    else if (kind === BLANK && begins === "no") begins = "after_blank";
    else if (kind === 0 || kind === SIGN) begins = "no";
    isFirst &&= text.charAt(at) === "'";
  }
}

/** An apostrophe before each sign keeps it from beginning a formula. A cell that is a plain number is none. */
export function guarded(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  let out = "";
  let from = 0;
  eachSign(text, (index) => {
    out += `${text.slice(from, index)}'`;
    from = index;
  });
  return out + text.slice(from);
}

/** Takes off what `guarded` put on. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  let out = "";
  let from = 0;
  eachSign(text, (index) => {
    if (text[index - 1] !== "'") return;
    out += text.slice(from, index - 1);
    from = index;
  });
  return out + text.slice(from);
}

const csvCell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;

/** One row: every cell guarded and quoted. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** The whole file. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  `${BYTE_ORDER_MARK}${rows.map(csvLine).join("")}`;
