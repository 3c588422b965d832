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
  /** The same keys on the keyboard that scanners take every computer to have: in an Arabic layout, letters differ. */
  latin: string;
  /** When its first key came, in milliseconds of any clock. */
  beganAt: number;
  lastAt: number;
}

export const NO_BURST: Burst = {
  text: "",
  latin: "",
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
  | { kind: "sign"; text: string; latin: string }
  /**
   * Ctrl and a sign: within a code a control character, else a shortcut. `endsLine`: it may follow a code's Enter.
   * `separates`: it may also begin a code, as FNC1 does.
   */
  | { kind: "control"; text: string; latin: string; endsLine: boolean; separates: boolean }
  /** Enter or Tab: scanners end with either. */
  | { kind: "end" }
  /** A modifier on its own, as scanners send it around a capital letter. */
  | { kind: "silent" }
  | { kind: "other" };

/** Tab, line feed and return as a keyboard sends them with Ctrl, wherever its layout has these letters. */
const ENDS_LINE = /^(?:[ijm]|Key[IJM])$/i;

/** The keys of a keyboard for English that bear no letter or digit: alone, and with Shift. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
};
const SHIFTED_DIGITS = ")!@#$%^&*(";

/** What a key would write on a keyboard for English; the key's own sign where that is not known. */
function latinSign({ key, code, shiftKey }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS.charAt(Number(digit)) : digit;
  return OTHER_KEYS[code]?.charAt(shiftKey ? 1 : 0) ?? key;
}

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
  if (!ctrlKey || altKey) return { kind: "sign", text: key, latin: latinSign(press) };
  const endsLine = ENDS_LINE.test(key) || ENDS_LINE.test(code);
  const separates = key === "]" || code === "BracketRight";
  return { kind: "control", text: SEPARATOR, latin: SEPARATOR, endsLine, separates };
}

/** The burst after one more sign; what comes too late begins anew. */
export function burstAfter(burst: Burst, sign: string, at: number, latin = sign): Burst {
  if (at - burst.lastAt > PAUSE_MS) return { text: sign, latin, beganAt: at, lastAt: at };
  return { ...burst, text: burst.text + sign, latin: burst.latin + latin, lastAt: at };
}

const inPace = ({ text, beganAt, lastAt }: Burst, at: number): boolean =>
  at - lastAt <= PAUSE_MS && at - beganAt <= PACE_MS * text.length;

/** Whether a scanner is within a code at this moment. */
export const isRunning = (burst: Burst, at: number): boolean =>
  burst.text.length >= RUNNING && inPace(burst, at);

/** Digits with the separators of an amount or a date between them are no code, however fast they came. */
const isFigure = (text: string): boolean =>
  /^-?\p{Nd}+(?:[.,٫٬]\p{Nd}+)+$/u.test(text) || /^\p{Nd}{1,4}([-/])\p{Nd}{1,2}\1\p{Nd}{1,4}$/u.test(text);

/** GS1 codes and links begin so, and may hold more letters than digits. */
const BEGINS_AS_CODE = /^(?:\][A-Za-z]\d|\(\d\d|https?:\/\/)/i;

function isCode(text: string): boolean {
  if (text.length < LENGTH || isFigure(text)) return false;
  if (BEGINS_AS_CODE.test(text) || text.includes(SEPARATOR)) return true;
  const signs = [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  return signs.filter((sign) => /\p{Nd}/u.test(sign)).length * 2 > signs.length;
}

/**
 * The code that a burst ended by Enter or Tab stands for, its separators included; after it, what the same keys write on
 * a keyboard for English, where that differs. None where a person typed.
 */
export function scannedCodes(burst: Burst, endAt: number): string[] {
  const { text, latin } = burst;
  if (!inPace(burst, endAt) || !(isCode(text) || isCode(latin))) return [];
  return latin === text ? [text] : [text, latin];
}
