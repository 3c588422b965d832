import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { matchesCombo } from "../../../shortcuts/combo.ts";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { hasStep, sealHistory, stepDraft } from "../draft/draft-steps.ts";
import type { CellPlace } from "../grid/cell-movement.ts";
import { afterTyping, beforeTyping, type FieldEdits, turnOf } from "./undo-turn.ts";

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
