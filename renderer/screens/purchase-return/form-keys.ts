/** Where the keyboard goes first in a return, and its undo and redo. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { columnIndex } from "../../../contract/return-line.ts";
import { isHoldingEverything, releaseTyping, typeHeld } from "../../features/scanning/held-typing.ts";
import { matchesCombo } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { type HeaderField, isWorthKeeping } from "./draft/draft.ts";
import { firstProblem, NO_PROBLEMS } from "./draft/problems.ts";
import { type Form, useForm } from "./form-context.ts";
import {
  activeDraft,
  hasStep,
  sealHistory,
  showScanResult,
  stepDraft,
  takeRefusedField,
  useReturns,
} from "./returns-store.ts";

/** A field above the lines, or of the note and the references, by its test id; null where it isn't drawn. */
export const headField = (testId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    `[data-testid="${testId}"] input, :is(input, textarea)[data-testid="${testId}"]`,
  );

const focusHeader = (field: HeaderField): void =>
  headField(`header-${field}`)?.focus({ preventScroll: true });

/** Brings the keyboard to a field when a return comes to the front, and after a refusal. */
export function useFirstField({ draftId, disabled, grid, scan }: Form): void {
  const inFront = useRef<string | null>(null);
  useEffect(() => {
    if (disabled || inFront.current === draftId) return;
    inFront.current = draftId;
    showScanResult(null);
    const refused = takeRefusedField(draftId);
    const state = useReturns.getState();
    const draft = activeDraft(state);
    if (refused?.at === "line") grid.current?.focusCell(refused.row, columnIndex(refused.column));
    else if (refused?.at === "header") focusHeader(refused.field);
    // A panel that was left open has the keyboard, as it took it when it was drawn.
    else if (state.panels[draftId] === undefined) {
      if (draft !== undefined && isWorthKeeping(draft)) scan.current?.focus();
      // Every return needs a supplier, and what is scanned meanwhile becomes a line anyway.
      else focusHeader("supplierAccountId");
    }
    typeHeld();
  }, [draftId, disabled, grid, scan]);
  useEffect(() => () => void (isHoldingEverything() || releaseTyping()), []);
  const refused = useReturns((state) => state.refused);
  useEffect(() => {
    if (refused?.draftId !== draftId || refused.refusal.kind !== "problems") return;
    // The note and the references too: they may be below what can be seen of the header.
    const header = document.querySelector<HTMLElement>('[data-testid="return-header"] [aria-invalid="true"]');
    if (header !== null) {
      header.focus();
      return;
    }
    const state = useReturns.getState();
    const first = firstProblem(activeDraft(state)?.lines ?? [], state.problems[draftId] ?? NO_PROBLEMS);
    if (first !== null) grid.current?.focusCell(first.row, first.column);
  }, [refused, draftId, grid]);
}

/** What was typed into the field that has the focus, since it was last written by the program. */
interface FieldEdits {
  baseline: string;
  last: string;
  /** Steps the field itself took back, and can take forth again. */
  undone: number;
}

/** Before a key writes: what is there by other means than typing is the new beginning. */
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

/**
 * Undo and redo over the whole return, once the field with the focus has nothing to take back itself. `disabled`: a
 * posting is under way, or a panel covers the lines.
 */
export function useUndo(disabled: boolean): (which: "undo" | "redo") => void {
  const { t } = useTranslation();
  const { draftId, grid, scan } = useForm();
  const step = (which: "undo" | "redo") => {
    if (disabled) return;
    const place = stepDraft(draftId, which);
    if (place !== null) grid.current?.focusCell(place.row, place.column);
    else
      window.requestAnimationFrame(() => {
        // The cell that had the focus is gone.
        if (document.activeElement === document.body) scan.current?.focus();
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
      // Left to the field: no shortcut gets it, and the browser does what it always does.
      if (field !== null && turnOf(redo ? "redo" : "undo", edits, field.value) === "field")
        event.stopImmediatePropagation();
      else if (matchesCombo(event, "Mod+Y")) {
        event.preventDefault();
        if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) latest.current("redo");
      }
    };
    const until = new AbortController();
    const captured = { capture: true, signal: until.signal };
    window.addEventListener("focusin", leave, { signal: until.signal });
    window.addEventListener("beforeinput", before, captured);
    window.addEventListener("input", after, captured);
    window.addEventListener("keydown", keys, captured);
    return () => until.abort();
  }, [draftId]);
  const shortcut = (combo: string, which: "undo" | "redo") => ({
    combo,
    words: t(`action.${which}`),
    enabled: !disabled,
    isIdle: () => !hasStep(draftId, which),
    run: () => step(which),
  });
  useShortcut(shortcut("Mod+Z", "undo"));
  useShortcut(shortcut("Mod+Shift+Z", "redo"));
  return step;
}
