/** Whose turn it is when undo is pressed: the field's while its typing can be taken back, then the return's. */

/** What was typed into the field that has the focus, since it was last written by the program. */
export interface FieldEdits {
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
