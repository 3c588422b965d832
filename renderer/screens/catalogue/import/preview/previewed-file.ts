/** The file that is looked at before it is imported. It stays while other screens are shown. */
import { create } from "zustand";
import type {
  ColumnMapping,
  Delimiter,
  TextEncoding,
} from "../../../../../contract/channels/file-reading.ts";
import type { ReferenceKind } from "../../../../../contract/channels/mirror.ts";
import type { ReplyError } from "../../../../../contract/reply.ts";
import type { NumberStyle } from "../../../../../contract/typed-decimal.ts";
import { replyErrorOf } from "../../../../client/api.ts";
import { type ImportResult, runImport } from "../import-turns.ts";
import { type GuessOfColumns, withChoice, withSource } from "./mapping-choices.ts";

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
}

export type Trial =
  | { step: "none" }
  | { step: "running"; turn: number }
  | { step: "done"; result: ImportResult }
  | { step: "failed"; error: ReplyError };

export interface PreviewedFile {
  /** Another for every file that is chosen. */
  id: number;
  kind: ReferenceKind;
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

export const usePreviewedFile = create<Previewing>(() => ({ file: null, waiting: [] }));

const NONE: Trial = { step: "none" };
let lastId = 0;

/** Begins to look at a file. The kind's columns are guessed from its header. */
export function beginPreview(kind: ReferenceKind, path: string): void {
  lastId += 1;
  usePreviewedFile.setState({ file: { id: lastId, kind, path, reading: {}, guess: null, trial: NONE } });
}

/** Leaves the file; nothing of it was taken. */
export function leavePreview(): void {
  usePreviewedFile.setState({ file: null });
}

/** The file read in another way. What a trial said of the old way is forgotten with it. */
export function rereadAs(
  file: PreviewedFile,
  change: Partial<Pick<PreviewedFile, "kind">> & Reading,
): PreviewedFile {
  const { kind = file.kind, ...reading } = change;
  // Another kind, sheet, separator or header row has other columns, and another sheet another header: found anew.
  const { mapping: _, headerRow, ...kept } = file.reading;
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
    const before = file.reading.mapping ?? shown.mapping;
    const mapping = withSource(before, column, source);
    const guess = withChoice(file.guess ?? shownGuess, before, mapping, column);
    return { file: { ...rereadAs(file, { ...shown, mapping }), guess } };
  });
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
