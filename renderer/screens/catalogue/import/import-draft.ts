/** The file that is looked at before it is imported. It stays while other screens are shown. */
import { create } from "zustand";
import type {
  ColumnMapping,
  Delimiter,
  ReferenceKind,
  TextEncoding,
} from "../../../../contract/channels/mirror.ts";
import type { ReplyError } from "../../../../contract/reply.ts";
import { replyErrorOf } from "../../../client/api.ts";
import { type ImportResult, runImport } from "./import-turns.ts";
import { withSource } from "./mapping-choices.ts";

/** How a file is read: what is left out is found or guessed. */
export interface Reading {
  sheet?: string;
  delimiter?: Delimiter;
  encoding?: TextEncoding;
  mapping?: ColumnMapping;
}

export type Trial =
  | { step: "none" }
  | { step: "running"; turn: number }
  | { step: "done"; result: ImportResult }
  | { step: "failed"; error: ReplyError };

export interface Draft {
  /** Another for every file that is chosen. */
  id: number;
  kind: ReferenceKind;
  path: string;
  reading: Reading;
  trial: Trial;
}

interface Drafting {
  draft: Draft | null;
  /** Files chosen together with it, whose turn comes after it. */
  waiting: string[];
}

export const useDraft = create<Drafting>(() => ({ draft: null, waiting: [] }));

const NONE: Trial = { step: "none" };
let lastId = 0;

/** Begins to look at a file. The kind's columns are guessed from its header. */
export function beginDraft(kind: ReferenceKind, path: string): void {
  lastId += 1;
  useDraft.setState({ draft: { id: lastId, kind, path, reading: {}, trial: NONE } });
}

/** Leaves the file; nothing of it was taken. */
export function leaveDraft(): void {
  useDraft.setState({ draft: null });
}

/** The draft read in another way. What a trial said of the old way is forgotten with it. */
export function rereadAs(draft: Draft, change: Partial<Pick<Draft, "kind">> & Reading): Draft {
  const { kind = draft.kind, ...reading } = change;
  const { sheet, delimiter, encoding } = draft.reading;
  const kept = {
    ...(sheet === undefined ? {} : { sheet }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(encoding === undefined ? {} : { encoding }),
  };
  // Another kind, sheet or separator has other columns: they are guessed anew.
  return { ...draft, kind, reading: { ...kept, ...reading }, trial: NONE };
}

/** Changes how the file is read. */
export function reread(change: Partial<Pick<Draft, "kind">> & Reading): void {
  useDraft.setState(({ draft }) => ({ draft: draft === null ? null : rereadAs(draft, change) }));
}

/**
 * Takes one of our columns from another of the file's. The last choice counts, not the last look into the file: a
 * second choice may be made before the first one's rows are there.
 */
export function chooseSource(
  shown: Reading & { mapping: ColumnMapping },
  column: string,
  source: string | null,
): void {
  useDraft.setState(({ draft }) => {
    if (draft === null) return { draft };
    const mapping = withSource(draft.reading.mapping ?? shown.mapping, column, source);
    return { draft: rereadAs(draft, { ...shown, mapping }) };
  });
}

/** Counts what an import would do, and writes nothing. What it says is dropped where the reading changed meanwhile. */
export async function tryDraft(reading: Reading): Promise<void> {
  const { draft } = useDraft.getState();
  if (draft === null || draft.trial.step === "running") return;
  const { turn, result } = runImport({ kind: draft.kind, path: draft.path, ...reading, dryRun: true });
  const settle = (trial: Trial): void =>
    useDraft.setState(({ draft: now }) =>
      now !== null && now.trial.step === "running" && now.trial.turn === turn
        ? { draft: { ...now, trial } }
        : { draft: now },
    );
  useDraft.setState({ draft: { ...draft, trial: { step: "running", turn } } });
  try {
    settle({ step: "done", result: await result });
  } catch (error) {
    settle({ step: "failed", error: replyErrorOf(error) });
  }
}
