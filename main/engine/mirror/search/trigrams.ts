/** What an FTS5 index of trigrams is asked by. */

/** Words of fewer letters hold no trigram. */
export const TRIGRAM = 3;
/** No text sorts after a prefix followed by this. */
export const LAST_LETTER = "\u{10FFFF}";
/** A short word that begins more terms than this is nearly everywhere: narrowing by it costs more than it saves. */
export const MAX_TERMS = 200;
export const MAX_TRIGRAMS = 24;

/** It has no trigram of its own: asking for it costs more. */
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
