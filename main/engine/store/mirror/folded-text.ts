/** Folds a query the way the stored search columns of documents and vouchers are folded (migration 20). */
import { FOLDED_LETTERS } from "../migrations/020-reference-data.ts";

const LETTERS = new Map(FOLDED_LETTERS);

/** The query's words. Only A to Z are lowered, as SQLite's own `lower` does. */
export function foldedWords(query: string): string[] {
  const lowered = query.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const folded = [...lowered].map((letter) => LETTERS.get(letter) ?? letter).join("");
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ""))].slice(0, 12);
}
