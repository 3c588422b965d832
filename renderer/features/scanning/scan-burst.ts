/** Tells a scanner from a person by the pace of the keys, wherever the focus is. Time is handed in. */
/** A scanner by radio stops for this long within a code. A hand that goes from the keys to the scanner takes longer. */
export const PAUSE_MS = 80;

/** What a key writes: a sign, or two as «لا» in an Arabic layout. Null where the system doesn't tell, as there on Windows. */
export const writtenBy = (key: string): string | null =>
  /^.$/u.test(key) || /^\P{ASCII}{2,3}$/u.test(key) ? key : null;

/**
 * No person holds this pace over a whole code; a scanner is faster, taken over all of it. One by radio may need two
 * intervals of its connection for a key, down and up: 40 ms and more.
 */
const PACE_MS = 50;
/** A code of a shop's own may be this short, as "4011" is. What is shorter is left where it is. */
const SHORTEST = 4;
/** The shortest barcode of a product number, EAN-8. */
const LENGTH = 8;
/**
 * A person may press a few keys as fast as `PACE_MS`, and type a word so. At this pace, held up to the Enter, even four
 * keys are a scanner's: forty a second. Scanners on a cable need 4 to 20 ms for a key.
 */
const SURE_PACE_MS = 30;
/** So many keys at a scanner's pace: a control key that comes now is part of the code and no shortcut. */
const RUNNING = 4;
/** What separates the parts of a GS1 code; scanners send it as Ctrl+]. */
const SEPARATOR = "\u001d";

export interface Burst {
  /** What the keys write. */
  text: string;
  /** One sign a key, on the keyboard that scanners take every computer to have: in an Arabic layout, letters differ. */
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

type BurstKey =
  /** A sign of the code. */
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

/** What a key would write on a keyboard for English; null where that is not known. */
function latinSign({ code, shiftKey }: Press): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS.charAt(Number(digit)) : digit;
  return OTHER_KEYS[code]?.charAt(shiftKey ? 1 : 0) ?? null;
}

/** Keys that write something, and the system doesn't say what. */
const NAMELESS = new Set(["", "Unidentified", "Dead"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

/** What a key press may be in a code. A key held down and an input method's keys are a person's. */
export function burstKey(press: Press): BurstKey {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = press;
  if (isComposing || repeat) return { kind: "other" };
  if (MODIFIERS.has(key)) return { kind: "silent" };
  if (metaKey || (altKey && !ctrlKey)) return { kind: "other" };
  if (key === "Enter" || key === "Tab") return ctrlKey || shiftKey ? { kind: "other" } : { kind: "end" };
  const text = writtenBy(key);
  // A dead key and one of several signs write something too; named keys, such as arrows, have no sign in any layout.
  const latin = latinSign(press) ?? (text === null ? null : [...text][0]);
  if (latin == null || (text === null && !NAMELESS.has(key))) return { kind: "other" };
  // Ctrl with Alt is AltGr on Windows: a sign of its layer.
  if (!ctrlKey || altKey) return { kind: "sign", text: text ?? "", latin };
  const endsLine = ENDS_LINE.test(key) || ENDS_LINE.test(code);
  const separates = key === "]" || code === "BracketRight";
  return { kind: "control", text: SEPARATOR, latin: SEPARATOR, endsLine, separates };
}

/** The burst after one more sign; what comes too late begins anew. */
export function burstAfter(burst: Burst, sign: string, at: number, latin = sign): Burst {
  if (at - burst.lastAt > PAUSE_MS) return { text: sign, latin, beganAt: at, lastAt: at };
  return { ...burst, text: burst.text + sign, latin: burst.latin + latin, lastAt: at };
}

const inPace = ({ latin, beganAt, lastAt }: Burst, at: number, pace = PACE_MS): boolean =>
  at - lastAt <= PAUSE_MS && at - beganAt <= pace * latin.length;

/** Whether a scanner is within a code at this moment. */
export const isRunning = (burst: Burst, at: number): boolean =>
  burst.latin.length >= RUNNING && inPace(burst, at);

/** Digits with the separators of an amount or a date between them are no code, however fast they came. */
const isFigure = (text: string): boolean =>
  /^-?\p{Nd}+(?:[.,٫٬]\p{Nd}+)+$/u.test(text) || /^\p{Nd}{1,4}([-/])\p{Nd}{1,2}\1\p{Nd}{1,4}$/u.test(text);

/** GS1 codes and links begin so, and may hold more letters than digits. */
const BEGINS_AS_CODE = /^(?:\][A-Za-z]\d|\(\d\d|https?:\/\/)/i;

/** A code for certain at the pace of a person in haste: more digits than letters, as in no word. */
function isCode(text: string): boolean {
  if (BEGINS_AS_CODE.test(text) || text.includes(SEPARATOR)) return true;
  const signs = [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  return signs.filter((sign) => /\p{Nd}/u.test(sign)).length * 2 > signs.length;
}

/** A code at a pace that no person has: anything without spaces but a word, which has neither digits nor capitals alone. */
const isCodeAtSurePace = (text: string): boolean =>
  !/\p{L} | \p{L}/u.test(text) && (/\p{Nd}/u.test(text) || /^[A-Z]+$/.test(text));

/**
 * Written in a layout that the scanner doesn't know: barcodes hold no letters of other scripts, and no key of a letter
 * or digit writes another sign. An Arabic layout does both.
 */
const isForeign = (text: string, latin: string): boolean =>
  /[^\p{ASCII}\p{N}]/u.test(text) ||
  [...latin].some((sign, at) => /[A-Za-z\d]/.test(sign) && !/[\p{L}\p{N}]/u.test(text.charAt(at)));

/**
 * What a burst ended by Enter or Tab means, the likeliest first, separators included: the code as written, and what
 * the same keys write on a keyboard for English, where that differs. None where a person typed. `shortest`: fewer signs
 * count as typed.
 */
export function scannedCodes(burst: Burst, endAt: number, shortest = SHORTEST): string[] {
  const { text, latin } = burst;
  if (latin.length < shortest || !inPace(burst, endAt) || isFigure(text) || isFigure(latin)) return [];
  const isSure = inPace(burst, endAt, SURE_PACE_MS);
  const fits = (said: string) =>
    (isSure && isCodeAtSurePace(said)) || (latin.length >= LENGTH && isCode(said));
  if (!fits(text) && !fits(latin)) return [];
  // Of a key the system may not have said what it writes.
  if (latin === text || text.length < latin.length) return [latin];
  return isForeign(text, latin) ? [latin, text] : [text, latin];
}

/** A secret may be short, and is what a hand types fastest: only what is as long as a barcode counts as scanned there. */
export const SHORTEST_IN_SECRET = LENGTH;
