/** Which kind of records a file holds, by its name and its headings; a person may always say otherwise. */
import type { TFunction } from "i18next";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { columnsOf, type List, listOf, sampleOf, wordsIn } from "../../../../contract/lists.ts";
import { columnWords } from "../../../features/files/names.ts";
import { folded } from "../../../lib/text.ts";

/** How a file's headings fit one kind. */
export interface KindFit {
  kind: List;
  /** Columns of the kind that the file has. */
  mapped: number;
  /** Needed columns that it has not. */
  missing: number;
  /** Columns of the file that the kind has no use for. */
  ignored: number;
}

/** How the kind's look into a file fits. A column that is asked about is there. */
export function fitOfPreview(
  kind: List,
  preview: Pick<ChannelOutput<"referenceData.preview">, "mapping" | "missing" | "header" | "askedColumns">,
): KindFit {
  const { mapping, missing, header, askedColumns } = preview;
  const mapped = Object.keys(mapping).length + askedColumns.length;
  const absent = missing.filter((name) => !askedColumns.some(({ column }) => column === name));
  return { kind, mapped, missing: absent.length, ignored: header.length - mapped };
}

const isNamed = (kind: List, fileName: string): boolean =>
  wordsIn(listOf(kind).files).some((word) => folded(fileName).includes(folded(word)));

/** The kind whose needed columns are all there and that fits best; `chosen` where none does, or two do as well. */
export function likelyKind(fits: readonly KindFit[], fileName: string, chosen: List): List {
  const ranked = fits
    .filter(({ missing }) => missing === 0)
    .map(({ kind, mapped, ignored }) => ({
      kind,
      // Its name decides between kinds that have the same columns, such as stores and permissions.
      score: 2 * (mapped - ignored) + (isNamed(kind, fileName) ? 3 : 0) + (kind === chosen ? 1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = ranked;
  return best === undefined || best.score === second?.score ? chosen : best.kind;
}

// An example of each kind of file: a header row in the words of the screen, and three rows that are taken in. Pure.

/** The header row of a file of that kind, in the words of the screen. */
export const headerOf = (t: TFunction, kind: List): string[] =>
  columnsOf(kind).map(({ name }) => columnWords(t, name));

/** The file's rows, the header first. */
export const sampleRows = (t: TFunction, kind: List): string[][] => [
  headerOf(t, kind),
  ...sampleOf(kind).map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : t(`referenceData.sample.name.${cell.word}`))),
  ),
];

/** A name from which the kind is known again when the file is chosen. */
export const sampleName = (t: TFunction, kind: List): string => `${t(`list.${kind}`)}.csv`;
