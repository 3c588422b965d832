/** The scanner in every screen. Mounted once. */
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { type NotedField, notedField } from "../../ui/field.ts";
import { isHoldingEverything, releaseTyping } from "./held-typing.ts";
import { isTypedByPrograms, scanReceiver, takesScans, tellField, tellScan } from "./receivers.ts";
import {
  burstAfter,
  burstKey,
  isRunning,
  NO_BURST,
  PAUSE_MS,
  SHORTEST_IN_SECRET,
  scannedCodes,
} from "./scan-burst.ts";
import { useScanSound } from "./use-scan-sound.ts";

// Letters that choose from a closed list of options, as the browser does it. Pure but for `chooseTyped`.

/**
 * The option that the letters mean, after the one chosen now: one letter again and again goes from fitting option to
 * fitting option, a word stays where it fits. Null where none fits.
 */
export function optionTyped(labels: readonly string[], chosen: number, word: string): number | null {
  const letters = [...word.toLocaleLowerCase()];
  const [first = ""] = letters;
  const same = letters.every((letter) => letter === first);
  const wanted = same ? first : letters.join("");
  const from = same ? chosen + 1 : Math.max(0, chosen);
  for (let step = 0; step < labels.length; step += 1) {
    const at = (from + step) % labels.length;
    if (labels[at]?.trim().toLocaleLowerCase().startsWith(wanted) === true) return at;
  }
  return null;
}

/** Chooses what the letters mean, in a way that React notices. */
function chooseTyped(list: HTMLSelectElement, word: string): void {
  const at = optionTyped(
    [...list.options].map(({ text }) => text),
    list.selectedIndex,
    word,
  );
  if (at === null || at === list.selectedIndex || list.disabled) return;
  list.selectedIndex = at;
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Letters that come within this time are one word of a list of options. */
const WORD_MS = 1000;

/** Where a sign that belongs to a code may do something else than be written, such as a shortcut or a press. */
const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

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
  let putBackMore: (() => void) | undefined;
  return {
    allTakeScans: () => [...touched.keys()].every(takesScans),
    note: (target: EventTarget | null) => {
      if (touched.size === 0) putBackMore = scanReceiver()?.hold();
      if (!touched.has(target)) touched.set(target, notedField(target));
    },
    forget: () => touched.clear(),
    putBack: () => {
      const fields = [...touched.values()].filter((field) => field !== null);
      touched.clear();
      // Drawn at once: a selection in a text that is still the scanner's would be lost with it.
      flushSync(() => {
        for (const field of fields) field.putBack();
        putBackMore?.();
      });
      for (const field of fields) field.select();
    },
  };
}

/** Why a scan is used for nothing. */
export type Unused = "noReceiver" | "dialog";

/**
 * Notices a scanner in whatever field has the keyboard: every field it wrote into is put back as it was, with its
 * selection, its list and what the screen holds; what the code may mean goes to the screen (`useScans`), and to
 * `onUnused` where none takes it or a dialog is open. Only fields with `TAKES_SCANS` get it themselves. Mounted once.
 */
export function useScanner(onUnused: (why: Unused) => void): void {
  const latest = useRef(onUnused);
  useEffect(() => {
    latest.current = onUnused;
  });
  useEffect(() => {
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
      if (next.latin === latin) fields.forget();
      fields.note(target);
      burst = next;
      // Space opens the list.
      if (!(target instanceof HTMLSelectElement) || next.latin === " ") return;
      event.preventDefault();
      letters.hold(target, text, timeStamp);
    };
    const end = (event: KeyboardEvent) => {
      const { target, timeStamp } = event;
      const codes = isTypedByPrograms(target)
        ? []
        : scannedCodes(burst, timeStamp, isSecret(target) ? SHORTEST_IN_SECRET : undefined);
      const isScan = codes.length > 0;
      // Some scanners end with Enter and a line feed, or with Enter and Tab.
      const again = burst.latin === "" && timeStamp - endedAt <= PAUSE_MS;
      if (isScan || again) endedAt = timeStamp;
      if (!isScan) {
        letters.release(timeStamp);
        forget();
        if (again) swallow(event);
        return;
      }
      letters.drop();
      burst = NO_BURST;
      releaseTyping();
      swallow(event);
      if (fields.allTakeScans() && takesScans(target)) {
        fields.forget();
        tellField(target, codes);
        return;
      }
      fields.putBack();
      // Looked for only here: to find none is to look through every line on the screen.
      if (dialogIsOpen()) latest.current("dialog");
      else if (scanReceiver()?.onScan(codes) !== true) latest.current("noReceiver");
    };
    const listen = (event: KeyboardEvent) => {
      if (isHoldingEverything()) return forget();
      const key = burstKey(event);
      switch (key.kind) {
        case "silent":
          return;
        case "sign":
          return sign(event, key);
        case "control": {
          const trailing = key.endsLine && burst.latin === "" && event.timeStamp - endedAt <= PAUSE_MS;
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
  }, []);
}

/** Puts back what a scanner wrote, tells the screen of it, and says where a scan is used for nothing. */
export function Scanner() {
  const { t } = useTranslation();
  const sound = useScanSound();
  useScanner((why) => {
    tellScan(t(`components.scanner.${why}`));
    sound("attention");
  });
  return null;
}
