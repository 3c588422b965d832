/** The steps back and forth of one return. Drafts share their unchanged lines, so a step costs next to nothing. */
import { COLUMNS } from "../../../../contract/return-line.ts";
import { HEADER_FIELDS, type ReturnDraft, type ReturnLine } from "./draft.ts";
import type { DraftAction } from "./draft-actions.ts";

export interface DraftHistory {
  past: readonly ReturnDraft[];
  future: readonly ReturnDraft[];
  /** The cell whose typing the last step still takes in; null once the keyboard left it. */
  open: string | null;
}

export const NO_HISTORY: DraftHistory = { past: [], future: [], open: null };

/** Steps that are kept for one return. */
export const STEPS = 200;

/** What follows from the step before it by itself belongs to that step. */
const FOLLOWS = "follows";

/** Changes of one name become one step while the keyboard stays; null: always a step of its own. */
export function groupOf(action: DraftAction): string | null {
  if (action.type === "cell") return `${action.lineId} ${action.field}`;
  if (action.type === "header" && action.field === "note") return "note";
  if (action.type === "references") return "references";
  return action.type === "reprice" ? FOLLOWS : null;
}

const sameLine = (a: ReturnLine, b: ReturnLine): boolean =>
  a === b ||
  (a.lineId === b.lineId &&
    a.priceTyped === b.priceTyped &&
    COLUMNS.every(({ field }) => a[field] === b[field]));

const sameText = (a: ReturnLine, b: ReturnLine): boolean =>
  COLUMNS.every(({ field }) => a[field] === b[field]);

/**
 * A draft with what reads as in another one taken from there: a text that was typed and taken back again leaves a price
 * marked as typed. The other draft itself where all of it reads the same.
 */
export function asHeld(now: ReturnDraft, held: ReturnDraft): ReturnDraft {
  const before = new Map(held.lines.map((line) => [line.lineId, line]));
  const lines = now.lines.map((line) => {
    const old = before.get(line.lineId);
    return old !== undefined && sameText(old, line) ? old : line;
  });
  const references =
    JSON.stringify(now.references) === JSON.stringify(held.references) ? held.references : now.references;
  const draft = { ...now, lines, references };
  const isWhole = sameDraft(draft, held) && lines.every((line, index) => line === held.lines[index]);
  return isWhole ? held : draft;
}

/** Whether nothing that is sent differs. */
function sameDraft(a: ReturnDraft, b: ReturnDraft): boolean {
  return (
    a.note === b.note &&
    a.references === b.references &&
    HEADER_FIELDS.every((field) => a[field] === b[field]) &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => {
      const other = b.lines[index];
      return other !== undefined && sameLine(line, other);
    })
  );
}

/** The history after a change. Typing that was taken back to its beginning leaves no step. */
export function recorded(
  history: DraftHistory,
  before: ReturnDraft,
  after: ReturnDraft,
  group: string | null,
): DraftHistory {
  if (sameDraft(before, after)) return history;
  const base = history.past.at(-1);
  if (group === FOLLOWS && base !== undefined) return history;
  if (group !== null && group === history.open && base !== undefined)
    return sameDraft(base, after)
      ? { past: history.past.slice(0, -1), future: [], open: null }
      : { ...history, future: [] };
  return { past: [...history.past, before].slice(-STEPS), future: [], open: group };
}

/** The keyboard left its cell: what is typed there next is another step. */
export const sealed = (history: DraftHistory): DraftHistory =>
  history.open === null ? history : { ...history, open: null };

interface Stepped {
  history: DraftHistory;
  draft: ReturnDraft;
}

/** One step back from the present draft; null where there is none. */
export function steppedBack({ past, future }: DraftHistory, present: ReturnDraft): Stepped | null {
  const draft = past.at(-1);
  if (draft === undefined) return null;
  return { draft, history: { past: past.slice(0, -1), future: [...future, present], open: null } };
}

/** One step forth again; null where there is none. */
export function steppedForth({ past, future }: DraftHistory, present: ReturnDraft): Stepped | null {
  const draft = future.at(-1);
  if (draft === undefined) return null;
  return { draft, history: { past: [...past, present], future: future.slice(0, -1), open: null } };
}

/** The first cell in which two drafts differ: where the eye belongs after a step. Null where no line differs. */
export function changedPlace(
  before: ReturnDraft,
  after: ReturnDraft,
): { row: number; column: number } | null {
  const row = after.lines.findIndex((line, index) => {
    const old = before.lines[index];
    return old === undefined || !sameLine(old, line);
  });
  const [line, old] = [after.lines[row], before.lines[row]];
  if (line === undefined) {
    const last = after.lines.length - 1;
    return before.lines.length > after.lines.length && last >= 0 ? { row: last, column: 0 } : null;
  }
  const column =
    old?.lineId === line.lineId ? COLUMNS.findIndex(({ field }) => old[field] !== line[field]) : 0;
  return { row, column: Math.max(0, column) };
}
