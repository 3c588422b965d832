/** One spelling for what a person types and what a file holds, so that either finds the other. */

// What an FTS5 index of trigrams is asked by.

/** Words of fewer letters hold no trigram. */
export const TRIGRAM = 3;
/** No text sorts after a prefix followed by this. */
export const LAST_LETTER = "\u{10FFFF}";
/** A short word that begins more terms than this is nearly everywhere: narrowing by it costs more than it saves. */
export const MAX_TERMS = 200;
export const MAX_TRIGRAMS = 24;

/** It holds no trigram: asking for it costs more. */
export const isShort = (word: string): boolean => [...word].length < TRIGRAM;

export const quotedTerm = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** As few trigrams as cover the word: each one more is a list that is read to its end. */
export function trigramsOf(word: string): string[] {
  const letters = [...word];
  const last = letters.length - TRIGRAM;
  const starts = Array.from({ length: Math.ceil(letters.length / TRIGRAM) }, (_, index) =>
    Math.min(index * TRIGRAM, last),
  );
  return starts.map((start) => letters.slice(start, start + TRIGRAM).join(""));
}

const PLAIN = /^[\x20-\x7e]*$/;
/** Western letters, and Arabic ones without marks: each folds to one other, or stays. */
const USUAL = /^[\x20-\x7e\u0621-\u063a\u0641-\u064a]*$/;
const USUAL_LETTER = /[\u0622-\u0626\u0629\u0649]/g;
/** Marks (Arabic vowels, hamza above, Latin accents), invisible controls (bidi, joiners), and the tatweel. */
const NOT_READ = /[\p{M}\p{Cf}\u0640]/gu;
const ONE_LETTER = /[\u0671\u0649\u06CC\u06A9\u0629]/g;
const LETTERS: Record<string, string> = {
  "\u0671": "\u0627",
  "\u0649": "\u064A",
  "\u06CC": "\u064A",
  "\u06A9": "\u0643",
  "\u0629": "\u0647",
};
/** These, and the letters that bear a hamza or a madda. */
const BARE: Record<string, string> = {
  ...LETTERS,
  "\u0622": "\u0627",
  "\u0623": "\u0627",
  "\u0624": "\u0648",
  "\u0625": "\u0627",
  "\u0626": "\u064A",
};
const EASTERN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;
const SPACES = /\s+/g;

/** Arabic-Indic and Persian digits as 0 to 9. */
export function westernDigits(text: string): string {
  return PLAIN.test(text) ? text : text.replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * Folds text for search: case, accents, Arabic vowels and tatweel, the forms of alef, ya, kaf and
 * ta-marbuta, digits, runs of blanks. NFKD has already taken the hamza off its alef, waw or ya.
 */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(SPACES, " ").trim();
  // Most names, at a third of the cost.
  if (USUAL.test(text)) {
    const usual = text.replace(USUAL_LETTER, (letter) => BARE[letter] ?? letter);
    return usual.toLowerCase().replace(SPACES, " ").trim();
  }
  const bare = text.normalize("NFKD").replace(NOT_READ, "").toLowerCase();
  const unified = bare.replace(ONE_LETTER, (letter) => LETTERS[letter] ?? letter);
  return westernDigits(unified).replace(SPACES, " ").trim();
}

/** The words of a query: each must stand somewhere in what is found. */
export function searchWords(query: string): string[] {
  const text = searchable(query);
  return text === "" ? [] : [...new Set(text.split(" "))].slice(0, 12);
}
