/** Notes on an answer, gathered: five thousand lines without a date are one sentence and not five thousand. */

import type { DocumentDetail } from "./document-status.ts";
import { type PartName, partOfWire } from "./part-fields.ts";

type Note = DocumentDetail["notes"][number];

export interface NoteGroup {
  problem: Note["problem"];
  /** The transaction of the answer, from 1. */
  transaction: number;
  /** null: the transaction's own header. */
  part: PartName | null;
  /** null: the row or part itself. */
  field: string | null;
  /** Rows of the part, from 1; empty where no row is meant. */
  rows: number[];
}

interface Place extends Pick<NoteGroup, "transaction" | "part" | "field"> {
  row: number | null;
}

/** Where a note points, as in "0.TenantBalances.2.amount". */
export function placeOfPath(path: string): Place {
  const [index = "0", ...rest] = path.split(".");
  const transaction = Number(index) + 1;
  const part = partOfWire(rest[0] ?? "");
  if (part === null) return { transaction, part, row: null, field: rest.join(".") };
  const row = rest[1] === undefined ? null : Number(rest[1]) + 1;
  const field = rest.slice(2).join(".");
  return { transaction, part, row, field: field === "" ? null : field };
}

/** The notes by what they are about, in the order they came. */
export function groupNotes(notes: readonly Note[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const { path, problem } of notes) {
    const { transaction, part, row, field } = placeOfPath(path);
    const key = JSON.stringify([problem, transaction, part, field]);
    const group = groups.get(key) ?? { problem, transaction, part, field, rows: [] };
    if (row !== null) group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Whether a note speaks of something lost to reading, and not only of something more than expected. */
export const isOdd = ({ problem }: Pick<Note, "problem">): boolean => problem !== "unknown_field";
