/** Tells a scanner from a person by the pace of the keys, wherever the focus is. Time is handed in. */

/** No person holds this pace over a whole code; a scanner never falls behind it. */
const PACE_MS = 35;
/** The shortest barcode, EAN-8. */
const LENGTH = 8;
const IN_A_CODE = /^[\p{L}\p{N}]$/u;

export interface Burst {
  text: string;
  lastAt: number;
}

export const NO_BURST: Burst = { text: "", lastAt: Number.NEGATIVE_INFINITY };

/** Any printed sign: in a field that takes codes of every kind, nothing but the pace ends a burst. */
export const ANY_SIGN = /^.$/u;

/** The burst after one more key; what can't stand in a code, or comes too late, begins anew. */
export function burstAfter(burst: Burst, key: string, at: number, signs: RegExp = IN_A_CODE): Burst {
  if (!signs.test(key)) return NO_BURST;
  const inPace = at - burst.lastAt <= PACE_MS;
  return { text: inPace ? burst.text + key : key, lastAt: at };
}

/** The code that a burst ended by Enter stands for; null where a person typed. */
export function scannedCode(burst: Burst, enterAt: number): string | null {
  const whole = burst.text.length >= LENGTH && enterAt - burst.lastAt <= PACE_MS;
  const digits = [...burst.text].filter((letter) => /\p{Nd}/u.test(letter)).length;
  return whole && digits * 2 > burst.text.length ? burst.text : null;
}
