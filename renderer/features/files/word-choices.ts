/** Words in a file's columns of ids and of choices: what each may be, and what a person said of it. */
import type { FileWord, WordAnswers } from "../../../contract/channels/file-reading.ts";
import { columnNamed } from "../../../contract/lists.ts";
import type { PickerKind } from "../record-picker/records.tsx";

export type WordId = FileWord["recordId"];

/** The list that the column names records of; null for another column. */
export const listOfColumn = (column: string): PickerKind | null => columnNamed(column)?.list ?? null;
/** The values that the column's cells may have; null where it names records. */
export const choicesOfColumn = (column: string): readonly string[] | null =>
  columnNamed(column)?.choices ?? null;

export const wordKey = ({ column, word }: Pick<FileWord, "column" | "word">): string => `${column} ${word}`;

/** What was answered; undefined: nothing. */
export function answerTo(answers: WordAnswers, { column, word }: FileWord): WordId | undefined {
  const ofColumn = Object.hasOwn(answers, column) ? answers[column] : undefined;
  return ofColumn !== undefined && Object.hasOwn(ofColumn, word) ? ofColumn[word] : undefined;
}

/** The answers with another one to each of the words; undefined takes theirs back. Answers to other words stay. */
export function withAnswer(
  answers: WordAnswers,
  words: readonly FileWord[],
  id: WordId | undefined,
): WordAnswers {
  const columns = [...new Set(words.map(({ column }) => column))];
  const changed = columns.map((column) => {
    const asked = words.filter((one) => one.column === column).map(({ word }) => word);
    const kept = Object.entries(answers[column] ?? {}).filter(([word]) => !asked.includes(word));
    const now = id === undefined ? [] : asked.map((word): [string, WordId] => [word, id]);
    return [column, Object.fromEntries([...kept, ...now])];
  });
  return { ...answers, ...Object.fromEntries(changed) };
}

/** What a word means as far as it is known: by the look into the file, or by an answer that is newer than it. */
export function wordMeaning(
  word: FileWord,
  answers: WordAnswers,
): { id: WordId; by: "name" | "answer" | "remembered" } | null {
  const answer = answerTo(answers, word);
  if (answer !== undefined) return { id: answer, by: "answer" };
  switch (word.by) {
    case "name":
    case "choice":
      return { id: word.recordId, by: "name" };
    case "remembered":
      return { id: word.recordId, by: "remembered" };
    // An answer that was taken back since, or nothing that is certain.
    case "answer":
    case "none":
    case "several":
      return null;
  }
}

/** Words that are asked, by column; the others are only listed. */
interface SortedWords {
  asked: { column: string; words: FileWord[] }[];
  decided: FileWord[];
}

/**
 * Which words are asked: those that nothing decides, and those of them that were answered meanwhile, which keep their
 * place. `before`: what was asked already, with what each may be.
 */
export function sortWords(
  words: readonly FileWord[],
  answers: WordAnswers,
  before: ReadonlyMap<string, FileWord>,
): SortedWords {
  const isOpen = (word: FileWord): boolean => wordMeaning(word, answers) === null;
  const isAsked = (word: FileWord): boolean =>
    isOpen(word) || (before.has(wordKey(word)) && answerTo(answers, word) !== undefined);
  const asked = words
    .filter(isAsked)
    .map((word) => (word.by === "answer" ? (before.get(wordKey(word)) ?? word) : word))
    .sort((a, b) => b.rows - a.rows || a.word.localeCompare(b.word, undefined, { numeric: true }));
  return {
    asked: [...new Set(asked.map(({ column }) => column))].map((column) => ({
      column,
      words: asked.filter((word) => word.column === column),
    })),
    decided: words.filter((word) => !isAsked(word)),
  };
}

/** How many words were found in each way. */
export function countedBy(words: readonly FileWord[], answers: WordAnswers) {
  const counts = { name: 0, remembered: 0, answer: 0 };
  for (const word of words) {
    const meaning = wordMeaning(word, answers);
    if (meaning !== null) counts[meaning.by] += 1;
  }
  return counts;
}
