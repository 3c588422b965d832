import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { type NotedField, notedField } from "../../../ui/field/put-back.ts";
import { heldDraft } from "../draft/draft-steps.ts";
import { burstAfter, burstKey, isRunning, NO_BURST, PAUSE_MS, scannedCodes } from "./scan-burst.ts";
import { chooseTyped } from "./type-ahead.ts";

/** Letters that come within this time are one word of a list of options. */
const WORD_MS = 1000;

/** Fields that find goods take what is scanned into them themselves. */
const findsGoods = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.findsGoods !== undefined;

/** What a field that finds goods is told of: a scan into it. */
const SCANNED = "counterside-scanned";

/** Tells a field that finds goods of what was scanned into it. */
export function useScanHere(field: RefObject<HTMLElement | null>, onScan: (codes: string[]) => void): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    const element = field.current;
    const listen = (event: Event) => {
      if (event instanceof CustomEvent && Array.isArray(event.detail))
        latest.current(event.detail.map(String));
    };
    element?.addEventListener(SCANNED, listen);
    return () => element?.removeEventListener(SCANNED, listen);
  }, [field]);
}

/** Where a sign that belongs to a code may do something else than be written, such as a shortcut or a press. */
const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** A badge may hold a PIN: what is scanned into such a field is meant for it. */
const isSecret = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "password";

/** Letters for a closed list of options wait until it is sure that no scanner sent them. */
function heldLetters() {
  let held: { list: HTMLSelectElement; letters: string } | null = null;
  let word = { text: "", at: Number.NEGATIVE_INFINITY };
  let timer = 0;
  const drop = () => {
    window.clearTimeout(timer);
    held = null;
  };
  const release = (at: number) => {
    if (held === null) return;
    const { list, letters } = held;
    drop();
    word = { text: at - word.at <= WORD_MS ? word.text + letters : letters, at };
    chooseTyped(list, word.text);
  };
  return {
    drop,
    release,
    hold: (list: HTMLSelectElement, letter: string, at: number) => {
      const before = held?.list === list ? held.letters : "";
      drop();
      held = { list, letters: before + letter };
      timer = window.setTimeout(() => release(at), PAUSE_MS);
    },
  };
}

/** What a scanner may be writing into, as it was before its first key. */
function touchedFields() {
  const touched = new Map<EventTarget | null, NotedField | null>();
  let draft: (() => void) | null = null;
  return {
    onlyFinders: () => [...touched.keys()].every(findsGoods),
    note: (target: EventTarget | null) => {
      if (touched.size === 0) draft = heldDraft();
      if (!touched.has(target)) touched.set(target, notedField(target));
    },
    forget: () => touched.clear(),
    putBack: () => {
      const fields = [...touched.values()].filter((field) => field !== null);
      touched.clear();
      // Drawn at once: a selection in a text that is still the scanner's would be lost with it.
      flushSync(() => {
        for (const field of fields) field.putBack();
        draft?.();
      });
      for (const field of fields) field.select();
    },
  };
}

/**
 * Notices a scanner in whatever field has the focus: every field it wrote into is put back as it was, with its
 * selection and its list, the draft with its steps of undo, and what it may mean goes to `onScan`. In a dialog the code
 * goes nowhere. Only fields that find goods are told themselves (`useScanHere`).
 */
export function useScanAnywhere(onScan: (codes: string[]) => void, enabled: boolean): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });
  useEffect(() => {
    if (!enabled) return;
    const fields = touchedFields();
    const letters = heldLetters();
    let burst = NO_BURST;
    let endedAt = Number.NEGATIVE_INFINITY;
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const forget = () => {
      burst = NO_BURST;
      fields.forget();
    };
    const sign = (event: KeyboardEvent, { text, latin }: { text: string; latin: string }) => {
      const { target, timeStamp } = event;
      if (isRunning(burst, timeStamp) && !isWritten(target)) swallow(event);
      const next = burstAfter(burst, text, timeStamp, latin);
      if (next.text === text) fields.forget();
      fields.note(target);
      burst = next;
      // Space opens the list.
      if (!(target instanceof HTMLSelectElement) || next.text === " ") return;
      event.preventDefault();
      letters.hold(target, text, timeStamp);
    };
    const end = (event: KeyboardEvent) => {
      const { target, timeStamp } = event;
      const codes = isSecret(target) ? [] : scannedCodes(burst, timeStamp);
      const isScan = codes.length > 0;
      // Some scanners end with Enter and a line feed, or with Enter and Tab.
      const again = burst.text === "" && timeStamp - endedAt <= PAUSE_MS;
      if (isScan || again) endedAt = timeStamp;
      if (!isScan) {
        letters.release(timeStamp);
        forget();
        if (again) swallow(event);
        return;
      }
      letters.drop();
      burst = NO_BURST;
      swallow(event);
      if (fields.onlyFinders() && findsGoods(target)) {
        fields.forget();
        target?.dispatchEvent(new CustomEvent(SCANNED, { detail: codes }));
        return;
      }
      fields.putBack();
      // Looked for only here: to find none is to look through every line on the screen.
      if (!dialogIsOpen()) latest.current(codes);
    };
    const listen = (event: KeyboardEvent) => {
      const key = burstKey(event);
      switch (key.kind) {
        case "silent":
          return;
        case "sign":
          return sign(event, key);
        case "control": {
          const trailing = key.endsLine && burst.text === "" && event.timeStamp - endedAt <= PAUSE_MS;
          if (!trailing && !key.separates && !isRunning(burst, event.timeStamp)) return forget();
          swallow(event);
          if (!trailing) sign(event, key);
          return;
        }
        case "end":
          return end(event);
        case "other":
          letters.release(event.timeStamp);
          return forget();
      }
    };
    window.addEventListener("keydown", listen, true);
    return () => {
      window.removeEventListener("keydown", listen, true);
      letters.drop();
    };
  }, [enabled]);
}
