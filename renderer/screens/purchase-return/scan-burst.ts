/** Tells a scanner from a person by the pace of the keys, wherever the focus is. Time is handed in. */

/** No person holds this pace over a whole code; a scanner is faster, taken over all of it. */
const PACE_MS = 35;
/** A scanner by radio stops for this long within a code. A hand that goes from the keys to the scanner takes longer. */
const PAUSE_MS = 80;
/** The shortest barcode, EAN-8. */
const LENGTH = 8;
const IN_A_CODE = /^[\p{L}\p{N}]$/u;

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

/** Any printed sign: in a field that takes codes of every kind, nothing but the pace ends a burst. */
export const ANY_SIGN = /^.$/u;

/** The burst after one more key; what can't stand in a code, or comes too late, begins anew. */
export function burstAfter(burst: Burst, key: string, at: number, signs: RegExp = IN_A_CODE): Burst {
  if (!signs.test(key)) return NO_BURST;
  const goesOn = at - burst.lastAt <= PAUSE_MS;
  return goesOn ? { ...burst, text: burst.text + key, lastAt: at } : { text: key, beganAt: at, lastAt: at };
}

/** The code that a burst ended by Enter stands for; null where a person typed. */
export function scannedCode({ text, beganAt, lastAt }: Burst, enterAt: number): string | null {
  const inPace = enterAt - lastAt <= PAUSE_MS && enterAt - beganAt <= PACE_MS * text.length;
  const digits = [...text].filter((letter) => /\p{Nd}/u.test(letter)).length;
  return text.length >= LENGTH && inPace && digits * 2 > text.length ? text : null;
}
