/** What the words of a file mean in columns of ids and of choices, and how many rows have each. */

import type { FileWord, WordAnswers } from "../../../../contract/channels/file-reading.ts";
import { hasCodes } from "../../../../contract/lists.ts";
import { shownId } from "../../file/schema/table.ts";
import { foldedName, type NamedRecord, type RecordNames } from "../../mirror/lists/record-names.ts";
import { searchable } from "../../mirror/search/search-text.ts";
import { ownCopy } from "../file-rows.ts";
import { CellRefusal, isWord, NAME_LENGTH, quotedCell } from "./cells.ts";
import type { CellRead, ColumnWords, ReadColumn, WordReader } from "./columns.ts";

/** Words of a file that are counted, and those that are listed. */
const MOST_WORDS = 20_000;
const LISTED_WORDS = 500;

type Meaning = Pick<FileWord, "recordId" | "recordName" | "by" | "candidates">;

interface Entry {
  column: string;
  word: string;
  rows: number;
  meaning: Meaning;
  /** The code of a currency that is in no list here. */
  isCode: boolean;
  /** Undefined: the column reads the cell itself. */
  value: CellRead | undefined;
}

const none: Omit<Meaning, "by"> = { recordId: null, recordName: null, candidates: [] };

export const isWordDecided = ({ by }: Pick<FileWord, "by">): boolean => by !== "none" && by !== "several";

const keyOf = (column: string, word: string): string => `${column} ${searchable(word)}`;

/** Answers by their column and word, as search folds it. */
const byWord = (answers: WordAnswers): ReadonlyMap<string, FileWord["recordId"]> =>
  new Map(
    Object.entries(answers).flatMap(([column, words]) =>
      Object.entries(words).map(([word, id]) => [keyOf(column, word), id] as const),
    ),
  );

function choiceOf(choices: Readonly<Record<string, readonly string[]>>, folded: string): Meaning {
  const found = Object.entries(choices).find(([choice, synonyms]) =>
    [choice, ...synonyms].some((synonym) => foldedName(synonym) === folded),
  )?.[0];
  return found === undefined
    ? { ...none, by: "none", candidates: Object.keys(choices).map((id) => ({ id, name: id })) }
    : { ...none, by: "choice", recordId: found };
}

/** Reads the words of one file by its answers, the last file's and the names of the records here. */
export class FileWords implements WordReader {
  readonly #names: RecordNames;
  readonly #answers: readonly {
    answers: ReturnType<typeof byWord>;
    by: "answer" | "remembered";
  }[];
  /** By the column and the folded word, and by the cell as it is written. */
  readonly #entries = new Map<string, Entry>();
  readonly #byCell = new Map<string, Entry>();

  constructor(names: RecordNames, given: WordAnswers = {}, remembered: WordAnswers = {}) {
    this.#names = names;
    this.#answers = [
      { answers: byWord(given), by: "answer" },
      { answers: byWord(remembered), by: "remembered" },
    ];
  }

  read(column: ReadColumn, cell: string): CellRead | undefined {
    const { words } = column;
    if (words === null || !this.#isWord(words, cell)) return undefined;
    const written = `${column.name} ${cell}`;
    const known = this.#byCell.get(written);
    if (known !== undefined) {
      known.rows += 1;
      return known.value;
    }
    const word = cell.trim().slice(0, NAME_LENGTH);
    const folded = keyOf(column.name, word);
    let entry = this.#entries.get(folded);
    if (entry === undefined) {
      const meaning = this.#meaningOf(column, words, word);
      const isCode = !isWordDecided(meaning) && this.#mayBeCode(column, words, word);
      const value = isCode ? undefined : this.#valueOf(column, words, word, meaning);
      entry = { column: column.name, word: ownCopy(word), rows: 0, meaning, isCode, value };
      if (this.#entries.size < MOST_WORDS) this.#entries.set(folded, entry);
    }
    entry.rows += 1;
    if (this.#byCell.size < MOST_WORDS) this.#byCell.set(ownCopy(written), entry);
    return entry.value;
  }

  hasUndecided = (): boolean =>
    [...this.#entries.values()].some(({ isCode, meaning }) => !isCode && !isWordDecided(meaning));

  /** Every word that was read, undecided ones first, then those of most rows. */
  list(): FileWord[] {
    return [...this.#entries.values()]
      .filter(({ isCode }) => !isCode)
      .map(({ column, word, rows, meaning }): FileWord => ({ column, word, rows, ...meaning }))
      .sort((a, b) => Number(isWordDecided(a)) - Number(isWordDecided(b)) || b.rows - a.rows)
      .slice(0, LISTED_WORDS);
  }

  #isWord(words: ColumnWords, cell: string): boolean {
    if ("choices" in words) return !Object.hasOwn(words.choices, cell.trim());
    return hasCodes(words.list) ? !this.#names.has(words.list, cell.trim()) : isWord(cell);
  }

  #meaningOf(column: ReadColumn, words: ColumnWords, word: string): Meaning {
    const key = keyOf(column.name, word);
    for (const { answers, by } of this.#answers) {
      const recordId = answers.get(key);
      if (recordId === null) return { ...none, by };
      const value = recordId === undefined ? null : this.#answered(column, words, String(recordId), by);
      if (recordId !== undefined && value !== null)
        return {
          ...none,
          by,
          recordId,
          recordName: "list" in words ? this.#names.nameOf(words.list, value) : null,
        };
    }
    if ("choices" in words) return choiceOf(words.choices, foldedName(word));
    const found = this.#names.find(words.list, word, words.among);
    if (found.is === "one")
      return { ...none, by: "name", recordId: shownId(found.record.id), recordName: found.record.name };
    const asked = ({ id, name }: NamedRecord) => ({ id: shownId(id), name });
    return { ...none, by: found.is, candidates: found.may.map(asked) };
  }

  /**
   * What the column reads in an answer; null for one that is of no use: it can't be read, no record has it, or the record
   * was deleted since it was given.
   */
  #answered(
    column: ReadColumn,
    words: ColumnWords,
    answer: string,
    by: "answer" | "remembered",
  ): bigint | string | null {
    const value = this.#readBy(column, answer);
    if (value === null || "choices" in words) return value;
    const isKnown =
      by === "answer" ? this.#names.has(words.list, value) : this.#names.isLive(words.list, value);
    return isKnown ? value : null;
  }

  #readBy(column: ReadColumn, text: string): bigint | string | null {
    try {
      return column.read(text, "point");
    } catch (error) {
      if (error instanceof CellRefusal) return null;
      throw error;
    }
  }

  #mayBeCode(column: ReadColumn, words: ColumnWords, word: string): boolean {
    if ("choices" in words || !hasCodes(words.list)) return false;
    const isLikely = /^[A-Z]{3}$/.test(word) || this.#names.isEmpty(words.list);
    return isLikely && this.#readBy(column, word) !== null;
  }

  #valueOf(
    column: ReadColumn,
    words: ColumnWords,
    word: string,
    { by, recordId }: Meaning,
  ): CellRead | undefined {
    if (recordId !== null) return { value: column.read(String(recordId), "point") };
    if (!isWordDecided({ by })) {
      if ("choices" in words || (hasCodes(words.list) && this.#names.isEmpty(words.list))) return undefined;
      return {
        problem: { code: by === "none" ? "noRecord" : "severalRecords", params: { cell: quotedCell(word) } },
      };
    }
    return column.need === "needed"
      ? { problem: { code: "leftOut", params: { cell: quotedCell(word) } } }
      : { value: column.empty };
  }
}
