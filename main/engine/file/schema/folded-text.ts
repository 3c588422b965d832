/** Folds a text so that letters that are one to a reader are found as one: in the schema's triggers, and for a query. */

/** Letters that are one to a reader, and marks that are none. */
const FOLDED_LETTERS: readonly (readonly [from: string, to: string])[] = [
  ...["\u064B", "\u064C", "\u064D", "\u064E", "\u064F", "\u0650", "\u0651", "\u0652", "\u0653", "\u0654"].map(
    (mark) => [mark, ""] as const,
  ),
  ...["\u0655", "\u0670", "\u0640"].map((mark) => [mark, ""] as const),
  ...["\u0622", "\u0623", "\u0625", "\u0671"].map((alef) => [alef, "\u0627"] as const),
  ...["\u0626", "\u0649", "\u06CC"].map((ya) => [ya, "\u064A"] as const),
  ["\u0624", "\u0648"],
  ["\u06A9", "\u0643"],
  ["\u0629", "\u0647"],
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x0660 + digit), String(digit)] as const),
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(0x06f0 + digit), String(digit)] as const),
];
const LETTERS = new Map(FOLDED_LETTERS);

/** How many calls are inside one another; the parser of SQLite 3.40 (Debian 12) ends at about thirty. */
const DEPTH = 12;
const STEPS = Array.from({ length: Math.ceil(FOLDED_LETTERS.length / DEPTH) }, (_, step) =>
  FOLDED_LETTERS.slice(step * DEPTH, (step + 1) * DEPTH),
);

function foldedSql(expression: string): string {
  const source = `SELECT lower(${expression}) AS text`;
  const whole = STEPS.reduce((inner, letters) => {
    const replaced = letters.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, "text");
    return `SELECT ${replaced} AS text FROM (${inner})`;
  }, source);
  return `(${whole})`;
}

/** Triggers that keep the folded text of some columns in `search_text`, whatever writes them. */
export const searchedBy = (table: string, text: string, columns: string): string => `
CREATE TRIGGER ${table}_search_insert AFTER INSERT ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${foldedSql(text)} WHERE rowid = new.rowid;
END;
CREATE TRIGGER ${table}_search_update AFTER UPDATE OF ${columns} ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${foldedSql(text)} WHERE rowid = new.rowid;
END;`;

/** The query's words, folded as `search_text` is. Only A to Z are lowered, as SQLite's own `lower` does. */
export function foldedWords(query: string): string[] {
  const lowered = query.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const folded = [...lowered].map((letter) => LETTERS.get(letter) ?? letter).join("");
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ""))].slice(0, 12);
}
