/** Puts a field back as it was before keys wrote into it that were not meant for it. */
import { type RefObject, useEffect, useRef } from "react";

/** Notes how a field is now; what it gives back puts it there again. */
type Note = () => () => void;

const own = new WeakMap<Element, Note>();

/** For a field with a state of its own, such as a list that opens as one types: its text alone is not the whole. */
export function useOwnState(field: RefObject<Element | null>, note: Note): void {
  const latest = useRef(note);
  useEffect(() => {
    latest.current = note;
  });
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    own.set(element, () => latest.current());
    return () => void own.delete(element);
  }, [field]);
}

export interface NotedField {
  /** The text and the state; in a way that React notices. */
  putBack: () => void;
  /** The selection; after the text is drawn. */
  select: () => void;
}

/** How a field is now; nothing where it is no field that one types in. */
export function notedField(target: EventTarget | null): NotedField | null {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return null;
  const { value, selectionStart, selectionEnd, selectionDirection } = target;
  const owner = target instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const putBack =
    own.get(target)?.() ??
    (() => {
      if (target.value === value) return;
      Object.getOwnPropertyDescriptor(owner.prototype, "value")?.set?.call(target, value);
      target.dispatchEvent(new Event("input", { bubbles: true }));
    });
  return {
    putBack,
    select: () => {
      if (selectionStart !== null)
        target.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
    },
  };
}
