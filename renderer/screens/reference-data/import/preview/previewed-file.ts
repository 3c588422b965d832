/** The file that is looked at before it is imported. It stays while other screens are shown. */
import { create } from "zustand";
import type {
  ColumnMapping,
  Delimiter,
  FileWord,
  TextEncoding,
  WordAnswers,
} from "../../../../../contract/channels/file-reading.ts";
import { columnsOf, type List } from "../../../../../contract/lists.ts";
import type { ReplyError } from "../../../../../contract/reply.ts";
import type { NumberStyle } from "../../../../../contract/typed-decimal.ts";
import { replyErrorOf } from "../../../../client/api.ts";
import { ofOnePerson } from "../../../../client/who.ts";
import { type WordId, withAnswer } from "../../../../features/files/word-choices.ts";
import { type ImportResult, runImport } from "../import-turns.ts";
import { type GuessOfColumns, sourceOf, withChoice, withSource } from "./mapping-choices.ts";

/** How a file is read: what is left out is found or guessed. */
export interface Reading {
  sheet?: string;
  delimiter?: Delimiter;
  encoding?: TextEncoding;
  /** The decimal sign of its numbers. */
  numbers?: NumberStyle;
  /** The line of its header row. */
  headerRow?: number;
  mapping?: ColumnMapping;
  /** What words in its cells mean; of others what the engine finds or remembers. */
  words?: WordAnswers;
  /** Whether rows that lack the name of their record belong to the one above. */
  continues?: boolean;
}

export type Trial =
  | { step: "none" }
  | { step: "running"; turn: number }
  | { step: "done"; result: ImportResult }
  | { step: "failed"; error: ReplyError };

export interface PreviewedFile {
  /** Another for every file that is chosen. */
  id: number;
  kind: List;
  path: string;
  reading: Reading;
  /** What is left of the guess since a person chose columns; null before that: what the look into the file says. */
  guess: GuessOfColumns | null;
  trial: Trial;
}

interface Previewing {
  file: PreviewedFile | null;
  /** Files chosen together with it, whose turn comes after it. */
  waiting: string[];
}

export const usePreviewedFile = ofOnePerson(create<Previewing>(() => ({ file: null, waiting: [] })));

const NONE: Trial = { step: "none" };
let lastId = 0;

/** Begins to look at a file. The kind's columns are guessed from its header. */
export function beginPreview(kind: List, path: string): void {
  lastId += 1;
  usePreviewedFile.setState({ file: { id: lastId, kind, path, reading: {}, guess: null, trial: NONE } });
}

/** Leaves the file; nothing of it was taken. */
export function leavePreview(): void {
  usePreviewedFile.setState({ file: null });
}

/** What is said of the rows, whatever their columns are. */
const OF_ROWS: readonly string[] = ["numbers", "words", "continues"];

/** The file read in another way. What a trial said of the old way is forgotten with it. */
export function rereadAs(
  file: PreviewedFile,
  change: Partial<Pick<PreviewedFile, "kind">> & Reading,
): PreviewedFile {
  const { kind = file.kind, ...reading } = change;
  if (Object.keys(change).every((name) => OF_ROWS.includes(name)))
    return { ...file, reading: { ...file.reading, ...reading }, trial: NONE };
  // Another kind, sheet, separator or header row has other columns and words, and another sheet another header: found
  // anew. In another encoding they are spelled otherwise.
  const { mapping: _, words: __, continues: ___, headerRow, ...kept } = file.reading;
  const row = headerRow === undefined || change.sheet !== undefined ? {} : { headerRow };
  return { ...file, kind, reading: { ...kept, ...row, ...reading }, guess: null, trial: NONE };
}

/** Changes how the file is read. */
export function reread(change: Partial<Pick<PreviewedFile, "kind">> & Reading): void {
  usePreviewedFile.setState(({ file }) => ({ file: file === null ? null : rereadAs(file, change) }));
}

/**
 * Takes one of our columns from another of the file's. The last choice counts, not the last look into the file: a
 * second choice may be made before the first one's rows are there.
 */
export function chooseSource(
  shown: Reading & { mapping: ColumnMapping },
  column: string,
  source: string | null,
  shownGuess: GuessOfColumns = { guessed: [], asked: [] },
): void {
  usePreviewedFile.setState(({ file }) => {
    if (file === null) return { file };
    const { words = {}, continues, mapping: before = shown.mapping } = file.reading;
    const mapping = withSource(before, column, source);
    const isSame = (ours: string): boolean => sourceOf(before, ours) === sourceOf(mapping, ours);
    const said: Reading = {
      words: Object.fromEntries(Object.entries(words).filter(([ours]) => isSame(ours))),
      // Which rows lack the name of their record is seen in the columns that a file must have.
      ...(continues !== undefined &&
      columnsOf(file.kind).every(({ name, need }) => need !== "needed" || isSame(name))
        ? { continues }
        : {}),
    };
    const { words: _, continues: __, ...others } = shown;
    const guess = withChoice(file.guess ?? shownGuess, before, mapping, column);
    return { file: { ...rereadAs(file, { ...others, mapping, ...said }), guess } };
  });
}

/** Answers what words of the file mean; undefined takes the answers back. Earlier ones about other words stay. */
export function answerWords(words: readonly FileWord[], id: WordId | undefined): void {
  reread({ words: withAnswer(usePreviewedFile.getState().file?.reading.words ?? {}, words, id) });
}

/** Counts what an import would do, and writes nothing. What it says is dropped where the reading changed meanwhile. */
export async function tryImport(reading: Reading): Promise<void> {
  const { file } = usePreviewedFile.getState();
  if (file === null || file.trial.step === "running") return;
  const { turn, result } = runImport({ kind: file.kind, path: file.path, ...reading, dryRun: true });
  const settle = (trial: Trial): void =>
    usePreviewedFile.setState(({ file: now }) =>
      now !== null && now.trial.step === "running" && now.trial.turn === turn
        ? { file: { ...now, trial } }
        : { file: now },
    );
  usePreviewedFile.setState({ file: { ...file, trial: { step: "running", turn } } });
  try {
    settle({ step: "done", result: await result });
  } catch (error) {
    settle({ step: "failed", error: replyErrorOf(error) });
  }
}
