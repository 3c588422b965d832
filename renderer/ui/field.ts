/** Field issues of a refused input, brought to the fields of a form. */
import type { TFunction } from "i18next";
import { type RefObject, useEffect, useRef } from "react";
import { LIMITS } from "../../contract/channels/common.ts";
import type { FieldIssue } from "../../contract/reply.ts";
import { replyErrorOf } from "../client/api.ts";
import { issuesOf, reasonWords } from "../i18n/error-words.ts";

/** Words by field. `whole`: every issue found its field; else the error is to be shown in an ErrorPanel too. */
export function issueWords(
  error: unknown,
  t: TFunction,
  /** Where the form shows an issue; null where it has no place for it. */
  fieldOf: (issue: FieldIssue) => string | null,
): { words: Record<string, string>; whole: boolean } {
  const issues = issuesOf(replyErrorOf(error));
  const found = issues.flatMap((issue) => {
    const field = fieldOf(issue);
    return field === null ? [] : [[field, reasonWords(t, issue)] as const];
  });
  return { words: Object.fromEntries(found), whole: issues.length > 0 && found.length === issues.length };
}

/**
 * What a note's field holds at most. Chromium draws a field of millions of letters for minutes; and so far above what
 * is taken that a person who pasted too much shortens it knowingly, and nothing is cut off that would have been sent.
 */
export const LONGEST_NOTE_TYPED = 5 * LIMITS.note;

// Puts a field back as it was before keys wrote into it that were not meant for it.

/** Notes how a field is now; what it gives back puts it there again. */
type Note = () => () => void;

const own = new WeakMap<Element, Note>();

/** For a field with more state than its text, such as a list that opens as one types. */
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
