/**
 * Keeps the keyboard where the work is. What has the focus may be taken off the page by what it did itself (a decided
 * entry's button, a record that was left out), or be switched off while that is under way; the browser then drops the
 * focus to the body, and a person without a mouse starts again at the top.
 */
import { type RefObject, useEffect } from "react";

/** Where the focus goes, nearest first: the heading of the part it was in, else the part itself. */
function placeIn(part: Element): HTMLElement | null {
  const heading = part.matches("main") ? part.querySelector<HTMLElement>("h1") : null;
  if (heading !== null) return heading;
  if (part.matches("section, form, fieldset, [role=grid], [role=dialog], [role=tabpanel], main"))
    return part instanceof HTMLElement ? part : null;
  return null;
}

/** Takes the focus without becoming a stop of the Tab key. */
function take(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** What is only switched off may come on again. */
const isUsable = (control: HTMLElement): boolean =>
  control.isConnected && control.checkVisibility() && !control.matches(":disabled");

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Follows the focus; mounted once. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    /** Itself and the parts around it, nearest first, as they were while it had the focus. */
    let around: Element[] = [];
    /** What had the focus when it went into a dialog: there it belongs when the dialog is gone. */
    const openers = new WeakMap<Element, HTMLElement>();
    let frame = 0;
    let wasOff = false;
    /** A control that is switched off, and what has the focus in its place until it is on again. */
    let absent: { control: HTMLElement; place: HTMLElement } | null = null;

    const remember = (target: EventTarget | null): void => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      if (target !== absent?.place) absent = null;
      const dialog = target.closest("[role=dialog]");
      if (dialog !== null && last !== null && !dialog.contains(last) && !openers.has(dialog))
        openers.set(dialog, last);
      last = target;
      around = [];
      for (let part: Element | null = target; part !== null; part = part.parentElement) around.push(part);
    };
    /** The nearest place that is still there, for what was in the parts `around`. */
    const placeNear = (): HTMLElement | null => {
      for (const part of around) {
        const isThere = part.isConnected && part.checkVisibility();
        const opener = isThere ? undefined : openers.get(part);
        if (opener?.isConnected === true && opener.checkVisibility()) return opener;
        const place = isThere ? placeIn(part) : null;
        if (place !== null) return place;
      }
      return document.querySelector<HTMLElement>("main h1, main");
    };
    const giveBack = (): void => {
      frame = 0;
      if (absent !== null && document.activeElement === absent.place && isUsable(absent.control))
        absent.control.focus({ preventScroll: true });
      if (last === null || !isLost()) return;
      const control = last;
      // A click beside everything is a person's wish.
      if (isUsable(control)) {
        if (wasOff) control.focus({ preventScroll: true });
        wasOff = false;
        return;
      }
      const place = placeNear();
      if (place === null) return;
      // Before the focus goes there: it is not a person's choice then.
      if (control.isConnected) absent = { control, place };
      take(place);
    };
    // A frame later: a screen that puts the focus somewhere itself has done so by then.
    const look = (): void => {
      if (frame === 0 && (isLost() || absent !== null))
        frame = requestAnimationFrame(() => requestAnimationFrame(giveBack));
    };
    /** Off and on again within a frame: nobody looked in between, but the focus may be gone. */
    const noteOff = (records: readonly MutationRecord[]): void => {
      const switched = records.some(
        ({ attributeName, target }) => attributeName === "disabled" && last !== null && target.contains(last),
      );
      if (switched) wasOff = document.activeElement !== last || last?.matches(":disabled") === true;
    };
    const watch = new MutationObserver((records) => {
      noteOff(records);
      look();
    });
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "hidden", "inert"],
    });
    const onFocusIn = ({ target }: FocusEvent): void => remember(target);
    // A first screen that is complete at once takes the focus before this listens.
    remember(document.activeElement);
    document.addEventListener("focusin", onFocusIn);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", onFocusIn);
      cancelAnimationFrame(frame);
    };
  }, []);
}

// The focus for what is not drawn yet: a detail that is still being read, a list that was hidden.

/** Longer than this nobody waits for a keyboard; the person has gone on. */
const PATIENCE_MS = 10_000;

/**
 * Focuses what `find` gives: in the next frame where it is there by then, else as soon as it is drawn. Given up when
 * the focus goes elsewhere meanwhile: what the person did since comes first.
 */
export function focusOnceDrawn(find: () => HTMLElement | null | undefined): void {
  const from = document.activeElement;
  const attempt = (): boolean => {
    const now = document.activeElement;
    if (now !== from && now !== null && now !== document.body && from?.isConnected === true) return true;
    const place = find();
    if (place === null || place === undefined) return false;
    place.focus();
    return document.activeElement === place;
  };
  requestAnimationFrame(() => {
    if (attempt()) return;
    const watch = new MutationObserver(() => {
      if (attempt()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    window.setTimeout(() => watch.disconnect(), PATIENCE_MS);
  });
}

/** Marks the place that a screen's keys lead to, also where the screen is open already. */
export const STARTS_HERE = { "data-starts-here": true } as const;

/** The keyboard begins in this field when its screen is opened, unless it is elsewhere on the screen already. */
export function useStartsHere(field: RefObject<HTMLElement | null>, isStart = true): void {
  useEffect(() => {
    const now = document.activeElement;
    const isFree = now === null || now === document.body || now.matches("main, main h1");
    if (isStart && isFree) field.current?.focus({ preventScroll: true });
  }, [field, isStart]);
}

/** Puts the keyboard where the open screen begins: into its search or its list. */
export const focusStart = (): void =>
  document.querySelector<HTMLElement>("main [data-starts-here], main [role=grid]")?.focus();
