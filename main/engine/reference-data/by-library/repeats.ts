/**
 * Looks for cells of an OpenDocument sheet that are repeated beyond the format's own end. The library would make room
 * for all of them at once, and one such request ends the whole process, which no bound of a thread prevents.
 */
import { ImportRefusal } from "../file-rows.ts";

const MOST = { rows: 1_048_576, columns: 16_384 };
const PIECE_BYTES = 1_048_576;
/** Of a repetition: its name and its number. */
const OVERLAP_BYTES = 64;
const REPEATED = /number-(rows|columns)-repeated(?:\s|=["']?([^"']{0,12}))/gi;

/** `content`: the sheet's XML. Throws an ImportRefusal. */
export function assertRepeats(content: Buffer): void {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const piece = content.subarray(at, at + PIECE_BYTES + OVERLAP_BYTES).toString("latin1");
    for (const [, what = "", count = ""] of piece.matchAll(REPEATED)) {
      const most = what.toLowerCase() === "rows" ? MOST.rows : MOST.columns;
      if (!/^\d{1,7}$/.test(count) || Number(count) > most)
        throw new ImportRefusal("broken_sheet", "the sheet is broken (cells are repeated beyond its end)");
    }
  }
}
