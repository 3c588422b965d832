/** An example of each kind of file: a header row in the words of the screen, and three rows that are taken in. Pure. */
import type { TFunction } from "i18next";
import { columnsOf, type List, sampleOf } from "../../../../contract/lists.ts";
import { columnWords } from "../../../features/files/column-words.ts";

/** The header row of a file of that kind, in the words of the screen. */
export const headerOf = (t: TFunction, kind: List): string[] =>
  columnsOf(kind).map(({ name }) => columnWords(t, name));

/** The file's rows, the header first. */
export const sampleRows = (t: TFunction, kind: List): string[][] => [
  headerOf(t, kind),
  ...sampleOf(kind).map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : t(`catalogue.sample.name.${cell.word}`))),
  ),
];

/** A name from which the kind is known again when the file is chosen. */
export const sampleName = (t: TFunction, kind: List): string => `${t(`list.${kind}`)}.csv`;
