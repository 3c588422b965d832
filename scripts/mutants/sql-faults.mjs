/** Faults inside a statement of SQL: a condition that is lost or moved, another order, an older row over a newer. Pure. */

const IS_SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY)\b/;

/** What is looked for, and what is put in its place. @type {readonly (readonly [RegExp, string])[]} */
const CHANGES = [
  [/\bAND\b/g, "OR"],
  [/>=/g, ">"],
  [/<=/g, "<"],
  [/(?<![<>=-])>(?![>=])/g, ">="],
  [/(?<![<>=])<(?![>=])/g, "<="],
  [/\bDESC\b/g, "ASC"],
  [/\bIS NOT NULL\b/g, "IS NULL"],
  [/\bIS NULL\b/g, "IS NOT NULL"],
  [/\bcoalesce\(([\w.]+), [^()]+\)/g, "$1"],
  [/\bmax\(/g, "min("],
  [/\bmin\(/g, "max("],
];

/**
 * The faults of the literal that lies between two places of a source; none where it holds no SQL.
 * @param {string} source
 * @param {number} start
 * @param {number} end
 * @returns {{ type: string, start: number, end: number, text: string }[]}
 */
export function sqlFaults(source, start, end) {
  const text = source.slice(start, end);
  if (!IS_SQL.test(text)) return [];
  return CHANGES.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !isInExpression(text, index))
      .map((found) => ({
        type: "SQL",
        start: start + found.index,
        end: start + found.index + found[0].length,
        text: instead.replace("$1", found[1] ?? ""),
      })),
  );
}

/** Whether a place of a template lies in one of its \${…}, which is code and not SQL. @param {string} text @param {number} at */
function isInExpression(text, at) {
  const opened = text.lastIndexOf("${", at);
  return opened >= 0 && text.indexOf("}", opened) > at;
}
