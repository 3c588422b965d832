/** The returns that are typed now. Outlives the screen, so going elsewhere and back loses nothing. */
import { useRef } from "react";
import type { z } from "zod";
import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { returnContent } from "../../features/drafts/contents.ts";
import { type DraftState, draftsOf, NO_DRAFTS } from "../../features/drafts/drafts.ts";
import type { DraftReference } from "../../features/references/reference-rows.ts";
import type { ScanAnswer } from "../../features/scanning/receivers.ts";
import {
  emptyDraft,
  frameOf,
  isWorthKeeping,
  type ReturnDraft,
  type ReturnFrame,
  type ReturnLine,
  type Usual,
} from "./draft/draft.ts";
import {
  asHeld,
  changedDraft,
  changedPlace,
  type DraftAction,
  type DraftHistory,
  type Goods,
  groupOf,
  inUnitBefore,
  NO_HISTORY,
  recorded,
  sealed,
  steppedBack,
  steppedForth,
} from "./draft/draft-actions.ts";

import { type NamedField, NO_PROBLEMS, type Problems, problemsAfter } from "./draft/problems.ts";
import type { CellPlace } from "./grid/grid-keys.ts";

export interface PostedReturn {
  entryId: string;
  serialNo: string;
  amount: string;
  currencyId: string;
  lines: number;
  supplierAccountId: string;
  /** The next return is being scanned: only what must be decided or corrected is shown. */
  folded: boolean;
}

export interface UnitChange {
  draftId: string;
  /** The line as it was before its unit became another. */
  before: ReturnLine;
  to: string;
}

/** What is chosen from: past returns to copy, purchases, templates. */
type ChoicePanel = "copy" | "purchase" | "templates";
/** A choice, or a pasted block that is looked at before it is taken. */
export type ShownPanel = { kind: "paste"; cells: string[][] } | { kind: ChoicePanel };

interface Returns extends DraftState<z.infer<typeof returnContent>> {
  activeId: string;
  /** The line with the keyboard, or the last that had it. */
  lineId: string | null;
  problems: Record<string, Problems>;
  /** What can be undone and redone; lasts as long as the window. */
  histories: Record<string, DraftHistory>;
  removed: { draftId: string; line: ReturnLine; at: number; references: readonly DraftReference[] } | null;
  /** What was done last to a line's unit. */
  unitChange: UnitChange | null;
  /** What is open in place of a return's lines; it stays with its return. */
  panels: Record<string, ShownPanel>;
  /** The draft whose posting is under way: it can't be posted twice, from wherever it is asked. */
  postingDraftId: string | null;
  /** It takes so long that the screen says so. */
  busy: boolean;
  /** Where the keyboard goes first in a return that the service refused. */
  refusedField: { draftId: string; field: NamedField } | null;
  /** The return posted last, until its words are painted over the form; then it is `posted`. */
  justPosted: PostedReturn | null;
  posted: PostedReturn | null;
  /** How many were posted before it. */
  postedBefore: number;
  /** The draft that came to the front when another left, and when (`performance.now`, ms): nobody has looked at it yet. */
  newInFront: { draftId: string; at: number } | null;
  /** What the return entered last, before this start, was for; null until that was looked for. */
  usual: Usual | null;
  /** What came of the last scan or search. */
  scanResult: ScanResult | null;
  /** What a screen reader reads out where only the eye would see it. */
  announcement: string;
  /** What last went wrong around the form. */
  error: unknown;
  /** The document to be copied came from the service or a file: what was entered is not known here. */
  notEnteredHere: boolean;
  /** Why a return was not posted; shown only with that return. */
  refused: { draftId: string; refusal: PostRefusal } | null;
}

export type PostRefusal = { kind: "empty" } | { kind: "problems" } | { kind: "error"; error: unknown };

/** Goods that became a line, or why a text became none. */
export type ScanResult =
  | { kind: "added"; name: string; quantity: string; goods: Goods }
  | {
      kind: "notFound" | "unsettled" | "lookedUp" | "several" | NonNullable<ScanAnswer["why"]>;
      text: string;
    };

/** What is shown only while the screen is open. */
const NOTHING_SHOWN = {
  scanResult: null,
  announcement: "",
  error: null,
  notEnteredHere: false,
  refused: null,
};

/** What belongs to the returns of one connection. */
const BEGINNING = {
  lineId: null,
  problems: {},
  histories: {},
  removed: null,
  unitChange: null,
  panels: {},
  postingDraftId: null,
  busy: false,
  justPosted: null,
  posted: null,
  postedBefore: 0,
  newInFront: null,
  usual: null,
  ...NOTHING_SHOWN,
};

export const NO_USUAL: Usual = { cashOrBankAccountId: "", storeId: "", currencyId: "" };

export const useReturns = create<Returns>(() => ({
  ...NO_DRAFTS,
  ...BEGINNING,
  activeId: "",
  refusedField: null,
}));

const { getState: get, setState: set } = useReturns;
const newId = () => crypto.randomUUID();
const usualOf = (drafts: readonly ReturnDraft[]): Usual | undefined =>
  drafts.at(-1) ?? get().usual ?? undefined;

/** Where the next return is likely to be from; undefined where that is not known. */
export const usualNow = (): Usual | undefined => usualOf(get().drafts.filter(isWorthKeeping));

/** Keeps half-typed returns. */
export const keptReturns = draftsOf({
  kind: "purchaseReturn",
  content: returnContent,
  store: useReturns,
  begin: (kept): Partial<Returns> => {
    const first = kept[0]?.draft ?? emptyDraft(newId());
    return {
      ...BEGINNING,
      drafts: [first, ...kept.slice(1).map(({ draft }) => draft)],
      activeId: first.draftId,
    };
  },
});

/** The draft on the screen. */
export const activeDraft = (state: Returns): ReturnDraft | undefined =>
  state.drafts.find(({ draftId }) => draftId === state.activeId);

const NO_LINES: readonly ReturnLine[] = [];

/** The lines of the draft on the screen. */
export const activeLines = (state: Returns): readonly ReturnLine[] => activeDraft(state)?.lines ?? NO_LINES;

/** One of them; undefined where it is gone. */
export const lineOf = (state: Returns, lineId: string | null | undefined): ReturnLine | undefined =>
  lineId == null ? undefined : activeLines(state).find((line) => line.lineId === lineId);

/** The lines' ids in their order; another object only when lines came, went or changed places. */
export function useLineIds(): readonly string[] {
  const last = useRef<readonly string[]>([]);
  return useReturns((state) => {
    const lines = activeLines(state);
    const ids = last.current;
    if (ids.length !== lines.length || lines.some(({ lineId }, index) => lineId !== ids[index]))
      last.current = lines.map(({ lineId }) => lineId);
    return last.current;
  });
}

/** The note of the draft on the screen. */
export const activeNote = (state: Returns): string => activeDraft(state)?.note ?? "";

/**
 * All of the draft on the screen but its lines and its note; another object only when something of it changed. For the
 * parts of the form, which is drawn with a draft only.
 */
export function useFrame(): ReturnFrame {
  return useReturns(
    useShallow((state) => {
      const draft = activeDraft(state);
      if (draft === undefined) throw new Error("a part of the form was drawn without a draft");
      return frameOf(draft);
    }),
  );
}

/**
 * Applies an action to a draft, keeps it on the disk a moment later, and forgets the problem it cures. False, and nothing
 * is changed, where the draft is being posted or gone.
 */
export function changeDraft(draftId: string, action: DraftAction): boolean {
  const state = get();
  const before = state.drafts.find((draft) => draft.draftId === draftId);
  if (before === undefined || state.postingDraftId === draftId) return false;
  const after = changedDraft(before, action);
  const history = recorded(state.histories[draftId] ?? NO_HISTORY, before, after, groupOf(action));
  const problems = state.problems[draftId];
  const left = problems === undefined ? undefined : problemsAfter(problems, before, after);
  set({
    drafts: state.drafts.map((draft) => (draft === before ? after : draft)),
    histories: { ...state.histories, [draftId]: history },
    ...(left === undefined || left === problems ? {} : { problems: { ...state.problems, [draftId]: left } }),
  });
  if (isWorthKeeping(after) || isWorthKeeping(before)) keptReturns.keep(after);
  return true;
}

/** Takes a line out; it can be put back until the next one is taken out. */
export function removeLine(draftId: string, lineId: string): void {
  const draft = get().drafts.find((one) => one.draftId === draftId);
  const at = draft?.lines.findIndex((line) => line.lineId === lineId) ?? -1;
  const line = draft?.lines[at];
  if (line === undefined || !changeDraft(draftId, { type: "removeLine", lineId })) return;
  const left = get().drafts.find((one) => one.draftId === draftId)?.references ?? [];
  const references = draft?.references.filter((row) => !left.includes(row)) ?? [];
  set({ removed: { draftId, line, at, references } });
}

/** Puts the line back that was taken out last. */
export function putLineBack(): void {
  const { removed } = get();
  if (removed === null) return;
  const { draftId, ...back } = removed;
  if (changeDraft(draftId, { type: "putBack", ...back })) set({ removed: null });
}

/** Opens one more return, or a given one; it comes to the front. A blank one that is open already serves. */
export function addDraft(draft?: ReturnDraft): void {
  const { drafts } = get();
  const blank = drafts.find((one) => !isWorthKeeping(one));
  if (draft === undefined && blank !== undefined) {
    showDraft(blank.draftId);
    return;
  }
  const added = draft ?? emptyDraft(newId(), usualOf(drafts));
  // One that was typed in and emptied would come back as a blank tab after a restart.
  for (const one of drafts) if (!isWorthKeeping(one)) keptReturns.remove(one.draftId);
  set({ drafts: [...drafts.filter(isWorthKeeping), added], activeId: added.draftId });
  if (isWorthKeeping(added)) keptReturns.keep(added);
}

/** Fills in where one usually works, in a return that was only just begun. */
export function setUsual(usual: Usual): void {
  const filled = (draft: ReturnDraft): ReturnDraft =>
    isWorthKeeping(draft) || draft.cashOrBankAccountId !== ""
      ? draft
      : {
          ...draft,
          ...usual,
          storeId: draft.storeId || usual.storeId,
          currencyId: draft.currencyId || usual.currencyId,
        };
  set({ usual, drafts: get().drafts.map(filled) });
}

/** The field that the service named in a return, once. */
export function takeRefusedField(draftId: string): NamedField | null {
  const { refusedField } = get();
  if (refusedField?.draftId !== draftId) return null;
  set({ refusedField: null });
  return refusedField.field;
}

export const showDraft = (draftId: string): void => set({ activeId: draftId });

/** Puts a panel in place of a return's lines; not while it is posted, when nothing can be taken over from there. */
export const openPanel = (draftId: string, panel: ShownPanel): void =>
  set(({ panels, postingDraftId }) =>
    postingDraftId === draftId ? {} : { panels: { ...panels, [draftId]: panel } },
  );

/** Shows a return's lines again. */
export const closePanel = (draftId: string): void =>
  set(({ panels: { [draftId]: _done, ...panels } }) => ({ panels }));

/** The next return began: of the last one only what must be decided or corrected is still shown. */
export const foldPosted = (): void =>
  set(({ posted }) => ({ posted: posted === null ? null : { ...posted, folded: true } }));

/** What was found wrong in a return. */
export const useProblems = (draftId: string): Problems =>
  useReturns((state) => state.problems[draftId]) ?? NO_PROBLEMS;

export const setProblems = (draftId: string, problems: Problems): void =>
  set((state) => ({ problems: { ...state.problems, [draftId]: problems } }));

/** The words about a posted return were painted: its notice is drawn whole, in place of the one before. */
export const showPosted = (): void =>
  set(({ justPosted, posted, postedBefore }) => ({
    justPosted: null,
    posted: justPosted ?? posted,
    postedBefore: postedBefore + 1,
  }));

/** Shows what came of a scan or a search; null: the next one is awaited. */
export const showScanResult = (scanResult: ScanResult | null): void => set({ scanResult });

/** What fills no line is forgotten; what became one stays shown. */
export const forgetScanProblem = (): void =>
  set(({ scanResult }) => (scanResult?.kind === "added" ? {} : { scanResult: null }));

/** Has a screen reader read words out. */
export const announce = (announcement: string): void => set({ announcement });

/** Shows an error above the form. */
export const showError = (error: unknown): void => set({ error });

export const clearRefusal = (): void => set({ refused: null });

/** The screen was left: what belongs to no draft is not shown again. */
export const leaveForm = (): void => set(NOTHING_SHOWN);

/** Takes a draft off the screen, after it was posted or removed from the disk. */
export function forgetDraft(draftId: string): void {
  keptReturns.cancel(draftId);
  const { drafts, activeId, problems, histories, panels } = get();
  const at = drafts.findIndex((draft) => draft.draftId === draftId);
  const left = drafts.filter((draft) => draft.draftId !== draftId);
  const rest = left.length === 0 ? [emptyDraft(newId(), usualOf(drafts))] : left;
  const { [draftId]: _gone, ...others } = problems;
  const { [draftId]: _steps, ...steps } = histories;
  const { [draftId]: _panel, ...open } = panels;
  const next = rest[Math.min(at, rest.length - 1)]?.draftId ?? "";
  const isNext = activeId === draftId && left.length > 0;
  set({
    drafts: rest,
    problems: others,
    histories: steps,
    panels: open,
    removed: null,
    activeId: activeId === draftId ? next : activeId,
    newInFront: isNext ? { draftId: next, at: performance.now() } : null,
  });
}

/** Whether there is a step to take. */
export function hasStep(draftId: string, step: "undo" | "redo"): boolean {
  const { past, future } = get().histories[draftId] ?? NO_HISTORY;
  return (step === "undo" ? past : future).length > 0;
}

/** Takes a return a step back or forth; says where the eye belongs, null where nothing on a line changed. */
export function stepDraft(draftId: string, step: "undo" | "redo"): CellPlace | null {
  const { drafts, histories, problems: all, removed, postingDraftId } = get();
  const before = drafts.find((draft) => draft.draftId === draftId);
  if (before === undefined || postingDraftId === draftId) return null;
  const history = histories[draftId] ?? NO_HISTORY;
  const stepped = step === "undo" ? steppedBack(history, before) : steppedForth(history, before);
  if (stepped === null) return null;
  const problems = all[draftId];
  const left = problems === undefined ? undefined : problemsAfter(problems, before, stepped.draft);
  set({
    drafts: drafts.map((draft) => (draft === before ? stepped.draft : draft)),
    histories: { ...histories, [draftId]: stepped.history },
    ...(left === undefined || left === problems ? {} : { problems: { ...all, [draftId]: left } }),
    // A line that came back by a step is not put back a second time.
    removed: removed?.draftId === draftId ? null : removed,
  });
  keptReturns.keep(stepped.draft);
  return changedPlace(before, stepped.draft);
}

/**
 * Holds the return on the screen as it is now. What it gives back takes from it what was typed since, with the steps
 * of undo and the problems that went with it; what came by other means meanwhile, such as a scanned line, stays.
 */
export function heldDraft(): () => void {
  const { activeId, histories, problems } = get();
  const held = activeDraft(get());
  return () => {
    const now = get().drafts.find(({ draftId }) => draftId === activeId);
    if (held === undefined || now === undefined || now === held) return;
    const draft = asHeld(now, held);
    // The save that waits is of the typed text taken back: a price would count as typed after a restart.
    if (isWorthKeeping(now) || isWorthKeeping(draft)) keptReturns.keep(draft);
    if (draft !== held) {
      set({ drafts: get().drafts.map((one) => (one === now ? draft : one)) });
      return;
    }
    const before = histories[activeId] ?? NO_HISTORY;
    const { [activeId]: _typed, ...others } = get().problems;
    const found = problems[activeId];
    set({
      drafts: get().drafts.map((one) => (one === now ? held : one)),
      histories: { ...get().histories, [activeId]: before },
      problems: found === undefined ? others : { ...others, [activeId]: found },
    });
  };
}

/** The keyboard went to another field: what is typed next is another step. */
export function sealHistory(draftId: string): void {
  const { histories } = get();
  const history = histories[draftId];
  if (history !== undefined && history.open !== null)
    set({ histories: { ...histories, [draftId]: sealed(history) } });
}

/** Whether a line is still as the change left it: nothing else was typed in it that matters. */
export const holds = ({ before, to }: UnitChange, now: ReturnLine): boolean =>
  now.lineId === before.lineId &&
  now.measureUnitId === to &&
  now.quantity === before.quantity &&
  now.productId === before.productId;

/** Forgets the change: it was decided on. */
export const forgetUnitChange = (): void => useReturns.setState({ unitChange: null });

/** Takes the unit back, with the price that went with it. */
export function undoUnitChange({ draftId, before }: UnitChange, now: ReturnLine): void {
  changeDraft(draftId, { type: "line", line: inUnitBefore(now, before) });
  forgetUnitChange();
}
