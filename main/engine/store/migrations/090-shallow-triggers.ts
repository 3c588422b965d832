/**
 * The triggers of the folded search texts again, as an expression that an older SQLite can parse too: one call inside
 * the other for each letter is 43 deep, and the parser of 3.40 (Debian 12) ends at about thirty ("parser stack overflow"),
 * so that it could open nothing of the file. What the triggers write is the same.
 */
import { FOLDED_LETTERS } from "./020-reference-data.ts";

/** How many calls stand inside one another; three symbols each of the hundred that a parser's stack holds. */
const DEPTH = 12;

const steps = Array.from({ length: Math.ceil(FOLDED_LETTERS.length / DEPTH) }, (_, step) =>
  FOLDED_LETTERS.slice(step * DEPTH, (step + 1) * DEPTH),
);

const folded = (expression: string): string => {
  const source = `SELECT lower(${expression}) AS text`;
  const whole = steps.reduce((inner, letters) => {
    const replaced = letters.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, "text");
    return `SELECT ${replaced} AS text FROM (${inner})`;
  }, source);
  return `(${whole})`;
};

const searchedBy = (table: string, text: string, columns: readonly string[]): string => `
DROP TRIGGER ${table}_search_insert;
DROP TRIGGER ${table}_search_update;
CREATE TRIGGER ${table}_search_insert AFTER INSERT ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${folded(text)} WHERE rowid = new.rowid;
END;
CREATE TRIGGER ${table}_search_update AFTER UPDATE OF ${columns.join(", ")} ON ${table} BEGIN
  UPDATE ${table} SET search_text = ${folded(text)} WHERE rowid = new.rowid;
END;`;

export const shallowTriggers = `
${searchedBy("document", "new.serial_no || ' ' || new.subject || ' ' || new.note", ["serial_no", "subject", "note"])}
${searchedBy("voucher", "new.serial_no || ' ' || coalesce(new.note, '')", ["serial_no", "note"])}
`;
