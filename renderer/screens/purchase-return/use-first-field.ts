/** Which field of a return the keyboard goes to first: when the return comes to the front, and after a refusal. */
import { type RefObject, useEffect, useRef } from "react";
import { columnIndex } from "../../../contract/return-line.ts";
import { isHoldingEverything, releaseTyping, typeHeld } from "../../features/scanning/held-typing.ts";
import { type HeaderField, isWorthKeeping } from "./draft/draft.ts";
import { firstProblem, NO_PROBLEMS } from "./draft/problems.ts";
import { activeDraft, takeNamedField, useReturns } from "./draft/returns-store.ts";
import type { FinderHandle } from "./finder/product-finder.tsx";
import type { GridHandle } from "./grid/line-grid.tsx";
import type { usePost } from "./posting/use-post.ts";

/** A field above the lines, or of the note and the references, by its test id; null where it isn't drawn. */
export const headField = (testId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    `[data-testid="${testId}"] input, :is(input, textarea)[data-testid="${testId}"]`,
  );

const focusHeader = (field: HeaderField): void =>
  headField(`header-${field}`)?.focus({ preventScroll: true });

const isWorthKept = (): boolean => {
  const draft = activeDraft(useReturns.getState());
  return draft !== undefined && isWorthKeeping(draft);
};

interface FirstField {
  draftId: string;
  posting: ReturnType<typeof usePost>;
  grid: RefObject<GridHandle | null>;
  scan: RefObject<FinderHandle | null>;
  /** Another return came to the front, or the last one was posted. */
  onFront: () => void;
}

/** `onFront` must be the same function from one drawing to the next. */
export function useFirstField({ draftId, posting, grid, scan, onFront }: FirstField): void {
  const inFront = useRef<string | null>(null);
  useEffect(() => {
    if (posting.posting || inFront.current === draftId) return;
    inFront.current = draftId;
    onFront();
    const named = takeNamedField(draftId);
    if (named?.at === "line") grid.current?.focusCell(named.row, columnIndex(named.column));
    else if (named?.at === "header") focusHeader(named.field);
    // A panel that was left open has the keyboard, as it took it when it was drawn.
    else if (useReturns.getState().panels[draftId] === undefined) {
      if (isWorthKept()) scan.current?.focus();
      // Every return needs a supplier, and what is scanned meanwhile becomes a line all the same.
      else focusHeader("supplierAccountId");
    }
    typeHeld();
  }, [draftId, posting.posting, onFront, grid, scan]);
  useEffect(() => () => void (isHoldingEverything() || releaseTyping()), []);
  useEffect(() => {
    if (posting.refusal?.kind !== "problems") return;
    const state = useReturns.getState();
    // The note and the references too: they may stand below what can be seen of the header.
    const header = document.querySelector<HTMLElement>('[data-testid="return-header"] [aria-invalid="true"]');
    if (header !== null) {
      header.focus();
      return;
    }
    const first = firstProblem(activeDraft(state)?.lines ?? [], state.problems[draftId] ?? NO_PROBLEMS);
    if (first !== null) grid.current?.focusCell(first.row, first.column);
  }, [posting.refusal, draftId, grid]);
}
