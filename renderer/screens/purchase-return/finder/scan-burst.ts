/** Tells a scanner from a person by the pace of the keys, wherever the focus is. Time is handed in. */

/**
 * No person holds this pace over a whole code; a scanner is faster, taken over all of it. One by radio may need two
 * intervals of its connection for a key, down and up: 40 ms and more.
 */
const PACE_MS = 50;
/** A scanner by radio stops for this long within a code. A hand that goes from the keys to the scanner takes longer. */
export const PAUSE_MS = 80;
/** The shortest barcode, EAN-8. What is shorter may have been typed, so it is left where it is. */
const LENGTH = 8;
/** So many keys at a scanner's pace: a control key that comes now is part of the code and no shortcut. */
const RUNNING = 4;
/** What separates the parts of a GS1 code; scanners send it as Ctrl+]. */
const SEPARATOR = "\u001d";

export interface Burst {
  text: string;
  /** When its first key came, in milliseconds of any clock. */
  beganAt: number;
  lastAt: number;
}

export const NO_BURST: Burst = {
  text: "",
  beganAt: Number.NEGATIVE_INFINITY,
  lastAt: Number.NEGATIVE_INFINITY,
};

/** What of a key press counts here. */
type Press = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "repeat"
>;

export type BurstKey =
  /** A sign that stands in the code. */
  | { kind: "sign"; text: string }
  /** Ctrl and a sign: within a code a control character, else a shortcut. `endsLine`: it may follow a code's Enter. */
  | { kind: "control"; text: string; endsLine: boolean }
  /** Enter or Tab: scanners end with either. */
  | { kind: "end" }
  /** A modifier on its own, as scanners send it around a capital letter. */
  | { kind: "silent" }
  | { kind: "other" };

/** Tab, line feed and return as a keyboard sends them with Ctrl, wherever its layout has these letters. */
const ENDS_LINE = /^(?:[ijm]|Key[IJM])$/i;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

/** What a key press may be in a code. A key held down and an input method's keys are a person's. */
export function burstKey(press: Press): BurstKey {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = press;
  if (isComposing || repeat) return { kind: "other" };
  if (MODIFIERS.has(key)) return { kind: "silent" };
  if (metaKey || (altKey && !ctrlKey)) return { kind: "other" };
  if (key === "Enter" || key === "Tab") return ctrlKey || shiftKey ? { kind: "other" } : { kind: "end" };
  if (!/^.$/u.test(key)) return { kind: "other" };
  // Ctrl with Alt is AltGr on Windows: a sign of its layer.
  if (!ctrlKey || altKey) return { kind: "sign", text: key };
  return { kind: "control", text: SEPARATOR, endsLine: ENDS_LINE.test(key) || ENDS_LINE.test(code) };
}

/** The burst after one more sign; what comes too late begins anew. */
export function burstAfter(burst: Burst, sign: string, at: number): Burst {
  const goesOn = at - burst.lastAt <= PAUSE_MS;
  return goesOn ? { ...burst, text: burst.text + sign, lastAt: at } : { text: sign, beganAt: at, lastAt: at };
}

const inPace = ({ text, beganAt, lastAt }: Burst, at: number): boolean =>
  at - lastAt <= PAUSE_MS && at - beganAt <= PACE_MS * text.length;

/** Whether a scanner is within a code at this moment. */
export const isRunning = (burst: Burst, at: number): boolean =>
  burst.text.length >= RUNNING && inPace(burst, at);

/** Digits with the separators of an amount or a date between them are no code, however fast they came. */
const isFigure = (text: string): boolean =>
  /^-?\p{Nd}+(?:[.,٫٬]\p{Nd}+)+$/u.test(text) || /^\p{Nd}{1,4}([-/])\p{Nd}{1,2}\1\p{Nd}{1,4}$/u.test(text);

/** The code that a burst ended by Enter or Tab stands for, without control characters; null where a person typed. */
export function scannedCode(burst: Burst, endAt: number): string | null {
  const text = burst.text.replaceAll(SEPARATOR, "");
  const signs = [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const digits = signs.filter((sign) => /\p{Nd}/u.test(sign)).length;
  const isCode = text.length >= LENGTH && digits * 2 > signs.length && !isFigure(text);
  return isCode && inPace(burst, endAt) ? text : null;
}
