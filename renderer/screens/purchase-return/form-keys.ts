/** Where the keyboard goes first in a return, and its undo and redo. */
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { columnIndex } from "../../../contract/return-line.ts";
import { isHoldingEverything, releaseTyping, typeHeld } from "../../features/scanning/held-typing.ts";
import { matchesCombo } from "../../shortcuts/combo.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { type HeaderField, isWorthKeeping } from "./draft/draft.ts";
import { firstProblem, NO_PROBLEMS } from "./draft/problems.ts";
import type { FinderHandle } from "./finder/product-finder.tsx";
import type { CellPlace } from "./grid/grid-keys.ts";
import type { GridHandle } from "./grid/line-grid.tsx";
import type { usePost } from "./post.ts";
import { activeDraft, hasStep, sealHistory, stepDraft, takeNamedField, useReturns } from "./returns-store.ts";

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

/** Whose turn it is when undo is pressed: the field's while its typing can be taken back, then the return's. */

/** What was typed into the field that has the focus, since it was last written by the program. */
interface FieldEdits {
  baseline: string;
  last: string;
  /** Steps the field itself took back, and can take forth again. */
  undone: number;
}

/** Before a key writes: what stands there by other means than typing is the new beginning. */
export function beforeTyping(edits: FieldEdits | null, value: string): FieldEdits {
  return edits !== null && edits.last === value ? edits : { baseline: value, last: value, undone: 0 };
}

/** After a key wrote. */
export function afterTyping(edits: FieldEdits, value: string, inputType: string): FieldEdits {
  const undone =
    inputType === "historyUndo"
      ? edits.undone + 1
      : inputType === "historyRedo"
        ? Math.max(0, edits.undone - 1)
        : 0;
  return { ...edits, last: value, undone };
}

/** The field's own undo comes first, as in a spreadsheet; a field whose text the program changed has none left. */
export function turnOf(step: "undo" | "redo", edits: FieldEdits | null, value: string): "field" | "draft" {
  if (edits === null || edits.last !== value) return "draft";
  return (step === "undo" ? value !== edits.baseline : edits.undone > 0) ? "field" : "draft";
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;

interface UseUndo {
  draftId: string;
  disabled: boolean;
  /** Where the eye belongs after a step. */
  onPlace: (place: CellPlace) => void;
  /** The cell that had the focus is gone. */
  onLost: () => void;
}

/** Undo and redo over the whole return, once the field with the focus has nothing of its own to take back. */
export function useUndo({ draftId, disabled, onPlace, onLost }: UseUndo): {
  step: (which: "undo" | "redo") => void;
} {
  const { t } = useTranslation();
  const step = (which: "undo" | "redo") => {
    if (disabled) return;
    const place = stepDraft(draftId, which);
    if (place !== null) onPlace(place);
    else
      window.requestAnimationFrame(() => {
        if (document.activeElement === document.body) onLost();
      });
  };
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    let edits: FieldEdits | null = null;
    const leave = () => {
      edits = null;
      sealHistory(draftId);
    };
    const before = (event: InputEvent) => {
      const field = fieldOf(event.target);
      if (field !== null && event.isTrusted) edits = beforeTyping(edits, field.value);
    };
    const after = (event: Event) => {
      const field = fieldOf(event.target);
      if (field === null || edits === null || !(event instanceof InputEvent) || !event.isTrusted) return;
      edits = afterTyping(edits, field.value, event.inputType);
    };
    const keys = (event: KeyboardEvent) => {
      const redo = matchesCombo(event, "Mod+Shift+Z") || matchesCombo(event, "Mod+Y");
      if (!redo && !matchesCombo(event, "Mod+Z")) return;
      const field = fieldOf(event.target);
      // Left to the field: no shortcut hears it, and the browser does what it always does.
      if (field !== null && turnOf(redo ? "redo" : "undo", edits, field.value) === "field")
        event.stopImmediatePropagation();
      else if (matchesCombo(event, "Mod+Y")) {
        event.preventDefault();
        if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) latest.current("redo");
      }
    };
    window.addEventListener("focusin", leave);
    window.addEventListener("beforeinput", before, true);
    window.addEventListener("input", after, true);
    window.addEventListener("keydown", keys, true);
    return () => {
      window.removeEventListener("focusin", leave);
      window.removeEventListener("beforeinput", before, true);
      window.removeEventListener("input", after, true);
      window.removeEventListener("keydown", keys, true);
    };
  }, [draftId]);
  useShortcut({
    combo: "Mod+Z",
    words: t("purchaseReturn.shortcut.undo"),
    enabled: !disabled,
    isIdle: () => !hasStep(draftId, "undo"),
    run: () => step("undo"),
  });
  useShortcut({
    combo: "Mod+Shift+Z",
    words: t("purchaseReturn.shortcut.redo"),
    enabled: !disabled,
    isIdle: () => !hasStep(draftId, "redo"),
    run: () => step("redo"),
  });
  return { step };
}
