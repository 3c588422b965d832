/** What Enter means in a field where one scans or types. */

/** Codes are digits, or letters with digits, without spaces: what a scanner sends. */
export function looksLikeCode(typed: string): boolean {
  return /^[\p{L}\p{N}._/-]{4,}$/u.test(typed) && /\p{N}/u.test(typed) && !/^\p{L}+$/u.test(typed);
}

export type EnterMeans =
  | { means: "nothing" }
  /** Ask who has the barcode; if nobody, search for it. */
  | { means: "lookUp"; text: string }
  /** The list on the screen is for exactly this text: its marked row is meant. */
  | { means: "take"; index: number }
  | { means: "search"; text: string };

interface Enter {
  typed: string;
  /** The text that the list on the screen answers; null while none is shown. */
  listedFor: string | null;
  listed: number;
  /** The marked row; -1 for none. */
  marked: number;
  /** The person moved through the list by hand. */
  movedByHand: boolean;
  /** It is the second Enter on this text: the first one showed the list. */
  again: boolean;
}

/** A number of a few digits: it may have been meant as the quantity of the line before. */
const isShortNumber = (text: string): boolean => /^\p{N}{1,3}$/u.test(text);

/**
 * A scanner is faster than any list: what looks like a code is looked up, unless a row was chosen by hand. A short number
 * shows what there is first: no product is taken for a part of it before somebody saw that.
 */
export function enterMeans({ typed, listedFor, listed, marked, movedByHand, again }: Enter): EnterMeans {
  const text = typed.trim();
  if (text === "") return { means: "nothing" };
  if (movedByHand && marked >= 0 && marked < listed) return { means: "take", index: marked };
  if (looksLikeCode(text) || (isShortNumber(text) && !again)) return { means: "lookUp", text };
  if (listedFor === text && listed > 0)
    return { means: "take", index: Math.min(Math.max(0, marked), listed - 1) };
  return { means: "search", text };
}

/**
 * The codes that a scan may have meant, in the order in which they are asked for. A scanner that stopped within its
 * code looks like one that came after something typed: all of it is asked for first, so that the end of a code is
 * never taken for another's. A field shows no separators.
 */
export function codesMeant(typed: string, scanned: readonly string[]): string[] {
  const [code = ""] = scanned;
  const text = typed.trim();
  const shown = code.replace(/\p{Cc}/gu, "");
  if (text === shown || !text.endsWith(shown)) return [...scanned];
  const before = text.slice(0, text.length - shown.length);
  return looksLikeCode(text) ? [before + code, ...scanned] : [...scanned];
}
