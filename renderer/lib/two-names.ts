/** A name written in two languages, as shops write them: "Basmati rice 5 kg / أرز بسمتي 5 كجم". */

/** Spaces around it are trimmed off with the parts: repetitions here would not be linear. */
const SEPARATOR = /[/\n|]|\s[-–—](?=\s)/g;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Arabic letters less Latin ones: above zero Arabic, below zero Latin. */
const leaning = (text: string): number =>
  count(text, /\p{Script=Arabic}/gu) - count(text, /\p{Script=Latin}/gu);

interface TwoNames {
  /** In the script of the screen; the whole name where it has only one. */
  own: string;
  other: string | null;
}

/** The part of a name in the screen's script, and the other; apart only where the scripts left and right differ. */
export function twoNames(name: string, language: string): TwoNames {
  const splits = [...name.matchAll(SEPARATOR)].map(({ index, 0: { length } }) => {
    const [left, right] = [name.slice(0, index).trim(), name.slice(index + length).trim()];
    return {
      left,
      right,
      difference: leaning(right) - leaning(left),
      apart: leaning(left) * leaning(right) < 0,
    };
  });
  const best = splits
    .filter(({ apart }) => apart)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
  if (best === undefined) return { own: name, other: null };
  const { left, right, difference } = best;
  const [latin, arabic] = difference > 0 ? [left, right] : [right, left];
  return language.startsWith("ar") ? { own: arabic, other: latin } : { own: latin, other: arabic };
}

/** The same as plain text, for a field: the screen's language first, and so the direction of the whole. */
export function ownNameFirst(name: string, language: string): string {
  const { own, other } = twoNames(name, language);
  return other === null ? name : `${own} / \u2068${other}\u2069`;
}
