/** What an FTS5 index of trigrams is asked by. */

/** Words of fewer letters hold no trigram. */
export const TRIGRAM = 3;

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
