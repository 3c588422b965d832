/** Which of a file's columns fills which of ours, as a person changes it. */

import type { ColumnMapping } from "../../../../../contract/channels/file-reading.ts";
import type { PreviewRow } from "../../../../../contract/channels/reference-data.ts";
import type { ChannelOutput } from "../../../../../contract/channels.ts";
import type { RowProblem, RowReason } from "../../../../../contract/reasons/row-reason.ts";

export type Preview = ChannelOutput<"referenceData.preview">;

/** The file's column that one of ours is read from; null for none. */
export function sourceOf(mapping: ColumnMapping, column: string): string | null {
  return Object.entries(mapping).find(([, ours]) => ours === column)?.[0] ?? null;
}

/** The mapping with another source for a column. A file's column fills one of ours at most, and the other way. */
export function withSource(mapping: ColumnMapping, column: string, source: string | null): ColumnMapping {
  const others = Object.entries(mapping).filter(
    ([name, ours]) => ours !== null && ours !== column && name !== source,
  );
  return Object.fromEntries(source === null ? others : [...others, [source, column]]);
}

/** Which of ours a file's column fills already; null for none, and for the column itself. */
export function takenBy(mapping: ColumnMapping, source: string, column: string): string | null {
  const ours = mapping[source] ?? null;
  return ours === column ? null : ours;
}

/** What a file's columns were guessed as, and what is asked of them: as a look found it, less what a person chose since. */
export interface GuessOfColumns {
  guessed: Preview["guessed"];
  asked: (Preview["askedColumns"][number] & { answered: boolean })[];
}

export const guessOf = ({
  guessed,
  askedColumns,
}: Pick<Preview, "guessed" | "askedColumns">): GuessOfColumns => ({
  guessed,
  asked: askedColumns.map((one) => ({ ...one, answered: false })),
});

/** The guess after a person chose where a column is read from: that is no guess, and its question is answered. */
export function withChoice(
  guess: GuessOfColumns,
  before: ColumnMapping,
  after: ColumnMapping,
  column: string,
): GuessOfColumns {
  const isSame = (ours: string): boolean => sourceOf(before, ours) === sourceOf(after, ours);
  return {
    guessed: guess.guessed.filter((one) => one.column !== column && isSame(one.column)),
    asked: guess.asked.map((one) => (one.column === column ? { ...one, answered: true } : one)),
  };
}

/** Whether nothing of a look into a file is left that only a person can decide. */
export const isPreviewDecided = ({ undecided }: Preview, guess: GuessOfColumns | null): boolean =>
  undecided.length === 0 && (guess?.asked.every(({ answered }) => answered) ?? true);

const SAMPLES = 2;

/** The first cells of the column that are not empty, as they stand in the file. */
export function samplesOf(preview: Preview, source: string | null): string[] {
  const index = preview.header.findIndex(({ name }) => name === source);
  if (index < 0) return [];
  const cells = preview.rows.map(({ cells }) => cells[index]?.trim() ?? "").filter((cell) => cell !== "");
  return [...new Set(cells)].slice(0, SAMPLES);
}

export interface PreviewCell {
  column: string;
  /** What would be taken in, or what is in the file where it can't be; null for an empty cell. */
  text: string | null;
  problem: RowReason | null;
}

/** A row's cells as they would be read. */
export function cellsOf(preview: Preview, row: PreviewRow): PreviewCell[] {
  return row.values.map(({ column, value, problem }) => {
    const source = sourceOf(preview.mapping, column);
    const index = preview.header.findIndex(({ name }) => name === source);
    const raw = row.cells[index] ?? "";
    return { column, text: problem === null ? value : raw === "" ? null : raw, problem };
  });
}

/** What is wrong with a row as a whole: nothing where one of its cells shows it already. */
export function rowProblems({ values, problems }: PreviewRow): RowProblem[] {
  const bad = values.filter(({ problem }) => problem !== null);
  return problems.some(({ column }) => bad.some((cell) => cell.column === column)) ? [] : problems;
}

/** How many of the rows would be refused. */
export const refusedOf = (rows: readonly PreviewRow[]): number =>
  rows.filter(({ problems }) => problems.length > 0).length;
