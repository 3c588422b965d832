/** Undo and redo of the returns that are typed now, and text taken back that a scanner typed. */
import type { CellPlace } from "../grid/cell-movement.ts";
import {
  asHeld,
  changedPlace,
  NO_HISTORY,
  sealed,
  steppedBack,
  steppedForth,
} from "../undo/draft-history.ts";
import { isWorthKeeping } from "./draft.ts";
import { withoutChanged } from "./problems.ts";
import { activeDraft, keptReturns, useReturns } from "./returns-store.ts";

const { getState: get, setState: set } = useReturns;

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
  const left = problems === undefined ? undefined : withoutChanged(problems, before, stepped.draft);
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
