/** What a spreadsheet puts on the clipboard, as rows of cells. */

/** 5,000 lines, the most of a return, of 800 letters; reading much more would hold the window still. */
export const MOST_PASTED = 4_000_000;

/** The separator of a block: a tab wherever there is one, else what stands in every line; null for a single column. */
function separatorOf(text: string, lines: readonly string[]): string | null {
  if (text.includes("\t")) return "\t";
  return [";", "؛", ",", "،"].find((sign) => lines.every((line) => line.includes(sign))) ?? null;
}

/** Cells may be quoted, and hold separators, line ends and doubled quotes inside. */
function split(text: string, separator: string | null): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === separator) endCell();
    else if (sign === "\n") endRow();
    else cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows.filter((cells) => cells.some((one) => one !== ""));
}

/**
 * The rows of a copied block; null where the text is one cell, which belongs into the field. A single line is a block
 * only by its tabs: a comma may stand in any name.
 */
export function pastedCells(text: string): string[][] | null {
  const plain = text.replace(/\r\n?/g, "\n");
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 && !plain.includes("\t")) return null;
  const rows = split(plain, separatorOf(plain, lines));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}
