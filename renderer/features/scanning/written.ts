/** A scanner by radio stops for this long within a code. A hand that goes from the keys to the scanner takes longer. */
export const PAUSE_MS = 80;

/** What a key writes: a sign, or two as «لا» in an Arabic layout. Null where the system doesn't tell, as there on Windows. */
export const written = (key: string): string | null =>
  /^.$/u.test(key) || /^\P{ASCII}{2,3}$/u.test(key) ? key : null;
