/** The thread that reads a spreadsheet by a library, so that a hostile or huge file ends with it and not with the engine. */
import { parentPort, workerData } from "node:worker_threads";
import { ImportRefusal } from "./import/file-rows.ts";
import {
  type Book,
  readBook,
  rowsFrom,
  sheetMayNeedStyle,
} from "./import/spreadsheets/by-library/book-rows.ts";
import { type Answer, ask, wish } from "./import/spreadsheets/by-library/messages.ts";

const tell = (answer: Answer): void => parentPort?.postMessage(answer);

let sheets: Book["sheets"] = [];
try {
  const { sheet, ...rest } = wish.parse(workerData);
  const book = await readBook({ ...rest, sheet }, (found) => {
    sheets = found;
  });
  parentPort?.on("message", (said: unknown) => {
    const { headerRow, from } = ask.parse(said);
    tell(rowsFrom(book, headerRow, from));
  });
  tell({ is: "open", sheets: book.sheets, sheet: book.sheet, mayNeedStyle: sheetMayNeedStyle(book) });
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  tell({ is: "refused", problem: error.problem, sheets, sheet: null });
}
