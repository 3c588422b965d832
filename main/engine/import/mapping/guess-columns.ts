/** Guesses which of a file's columns is which of ours: by whole names, else by parts of them, else by their cells. */

import {
  columnsOf,
  FILE_KINDS,
  type FileKind,
  fileOf,
  namesOfColumn,
  wordsIn,
} from "../../../../contract/lists.ts";
import { columnNames, type ReadRow } from "../file-rows.ts";
import { foldedHeader, namesOf } from "./columns.ts";
import { cellsAt, guessByCells, isReadAs } from "./guess-by-cells.ts";
import {
  fromTheThing,
  headerWords,
  isHarmless,
  isOfAll,
  isOtherThing,
  isTax,
  joined,
  withoutAddition,
} from "./header-words.ts";

export type GuessedBy = "parts" | "cells";

export interface Guess {
  /** The file's columns to ours. */
  mapping: Record<string, string>;
  /** Those of ours that were not found by a whole name. */
  guessed: { column: string; by: GuessedBy }[];
  /** Those of ours that several of the file's columns claim alike: none of these is taken. */
  askedColumns: { column: string; among: string[] }[];
}

/** A column of the file that may be one of ours: the less doubt, the surer. */
interface Claim {
  column: string;
  index: number;
  doubt: number;
}

/** Whole names that mean nothing as a part of a longer one. */
const ALONE: ReadonlySet<string> = new Set(
  wordsIn(
    "number|no|key|label|description|date|day|value|total|sum|count|kind|category|from|to|base|state|status|user|free|contains|document|invoice|type|rate|note|amount|deleted|account|ratio|exp|code|البيان|الوصف|من|إلى|الحالة|النوع|الإنتاج|الفاتورة|المستند|رقم|كود|رمز",
  ).map(foldedHeader),
);

/** Some programs mean the one by it and others the other: it is the one that is left. */
const EITHER = { name: "standard price", columns: ["price", "costPrice"] };

/** Columns that stay what they are beside words that aren't known: "online price". Of all others each word is known. */
const BESIDE_ANY: ReadonlySet<string> = new Set([
  ...["barcode", "price", "costPrice", "quantity", "freeQuantity", "productionAt", "expiryAt", "batch"],
  ...["amount", "rate", "factor", "serialNo", "documentNo"],
]);
const MONEY: ReadonlySet<string> = new Set(["price", "costPrice"]);
/** Columns that a file may have of each shop: "Price Main", "Current Quantity Main". */
const OF_SHOPS: ReadonlySet<string> = new Set(["price", "costPrice", "quantity"]);
/** Columns whose cells hold digits. */
const OF_DIGITS: ReadonlySet<string> = new Set([
  ...[
    "barcode",
    "price",
    "costPrice",
    "quantity",
    "freeQuantity",
    "productionAt",
    "expiryAt",
    "amount",
    "rate",
  ],
  ...["factor", "date", "updatedAt"],
]);
interface Phrase {
  words: string[];
  column: string;
  place: number;
}

interface Vocabulary {
  /** By whole names, folded: how sure each is, in the order of `namesOf`. */
  whole: ReadonlyMap<string, readonly { column: string; doubt: number }[]>;
  /** By their words written together. */
  phrases: ReadonlyMap<string, Phrase>;
  /** Words of the kind itself, which say nothing more beside another. */
  own: ReadonlySet<string>;
}

const allWords = (name: string): string[] => {
  const { latin, arabic } = headerWords(name);
  return [...latin, ...arabic];
};

function newVocabulary(kind: FileKind): Vocabulary {
  const whole = new Map<string, { column: string; doubt: number }[]>();
  const phrases = new Map<string, Phrase>();
  const twice = new Set([joined(allWords(EITHER.name))]);
  for (const { name: column } of columnsOf(kind)) {
    const wholeNames = namesOf(kind, column);
    for (const [doubt, name] of wholeNames.entries())
      whole.set(foldedHeader(name), [...(whole.get(foldedHeader(name)) ?? []), { column, doubt }]);
    // Of an ID and a name the words beside them say whose they are.
    const isOfKind = column === "id" || column === "name";
    const names = isOfKind ? [] : wholeNames.filter((name) => !ALONE.has(foldedHeader(name)));
    const { parts } = namesOfColumn(column);
    const all = [...names, ...wordsIn(fileOf(kind).parts?.[column]), ...wordsIn(parts)];
    for (const [place, name] of all.entries()) {
      const words = allWords(name);
      const before = phrases.get(joined(words));
      if (before === undefined) phrases.set(joined(words), { words, column, place });
      else if (before.column !== column) twice.add(joined(words));
    }
  }
  for (const key of twice) phrases.delete(key);
  const { called, besides } = fileOf(kind);
  const own = new Set([...wordsIn(called), ...wordsIn(besides)].flatMap(allWords));
  return { whole, phrases, own };
}

const vocabularies = new Map<FileKind, Vocabulary>();
function vocabularyOf(kind: FileKind): Vocabulary {
  const vocabulary = vocabularies.get(kind) ?? newVocabulary(kind);
  vocabularies.set(kind, vocabulary);
  return vocabulary;
}

/** Words that mean something in the files of any kind. */
let known: ReadonlySet<string> | null = null;
function isKnown(word: string): boolean {
  known ??= new Set(
    FILE_KINDS.flatMap((kind) => {
      const { phrases, own } = vocabularyOf(kind);
      return [...own, ...[...phrases.values()].flatMap(({ words }) => words)];
    }),
  );
  return known.has(word);
}

interface Found {
  phrase: Phrase;
  /** The words beside it. */
  rest: string[];
}

/** The longest phrase at the words' end or beginning. */
function phraseAt(where: "end" | "begin", words: readonly string[], { phrases }: Vocabulary): Found | null {
  for (let count = words.length; count > 0; count -= 1) {
    const from = where === "end" ? words.length - count : 0;
    const phrase = phrases.get(joined(words.slice(from, from + count)));
    if (phrase !== undefined)
      return { phrase, rest: [...words.slice(0, from), ...words.slice(from + count)] };
  }
  return null;
}

const ofMoney = (found: Found | null): Found | null =>
  found !== null && MONEY.has(found.phrase.column) ? found : null;

/** Words by which a record is named, where a column is about it: "warehouse name", "unit of measure/id". */
const NAMING: ReadonlySet<string> = new Set(
  ["id", "external", "code", "no", "number", "reference", "name", "رقم", "كود", "رمز", "معرف", "اسم"].flatMap(
    allWords,
  ),
);

/** A record by the words that name it; its number is surer than its name. */
function named(where: "end" | "begin", words: readonly string[], vocabulary: Vocabulary): Found | null {
  const isNaming = (word: string | undefined): boolean => word !== undefined && NAMING.has(word);
  const count =
    where === "end"
      ? words.length - 1 - words.findLastIndex((word) => !NAMING.has(word))
      : words.findIndex((word) => !NAMING.has(word));
  if (!isNaming(where === "end" ? words.at(-1) : words[0]) || count <= 0) return null;
  const rest = where === "end" ? words.slice(0, -count) : words.slice(count);
  const found = phraseAt(where, rest, vocabulary);
  if (found === null || !found.phrase.column.endsWith("Id")) return null;
  const naming = where === "end" ? words.slice(-count) : words.slice(0, count);
  const byName = naming.some((word) => allWords("name اسم").includes(word));
  return { ...found, phrase: { ...found.phrase, place: found.phrase.place + (byName ? BY_NAME : 0) } };
}

/** More than a column has names. */
const BY_NAME = 100;

/** In English the thing itself comes last: "standard selling rate", "cost per item"; a shop's name may follow it. */
function latinPhrase(words: readonly string[], vocabulary: Vocabulary): Found | null {
  const last = phraseAt("end", words, vocabulary) ?? named("end", words, vocabulary);
  if (last !== null) return last;
  const short = withoutAddition(words);
  if (short.length < words.length) return ofMoney(phraseAt("end", short, vocabulary));
  const first = phraseAt("begin", words, vocabulary);
  const isMeant = (word: string): boolean =>
    vocabulary.own.has(word) || [...vocabulary.phrases.values()].some((one) => one.words.includes(word));
  const isOfShop = first !== null && OF_SHOPS.has(first.phrase.column) && !first.rest.some(isMeant);
  return isOfShop ? first : null;
}

/** In Arabic the thing itself comes first. */
function arabicPhrase(words: readonly string[], vocabulary: Vocabulary): Found | null {
  const short = withoutAddition(fromTheThing(words));
  const found = phraseAt("begin", short, vocabulary) ?? named("begin", short, vocabulary);
  return short.length < fromTheThing(words).length ? ofMoney(found) : found;
}

/** Which column parts of a name speak for. */
function claimOf(kind: FileKind, name: string, index: number): Claim | null {
  const vocabulary = vocabularyOf(kind);
  const { latin, arabic, aside } = headerWords(name);
  const [inLatin, inArabic] = [latinPhrase(latin, vocabulary), arabicPhrase(arabic, vocabulary)];
  const found = [inLatin, inArabic].flatMap((one) => one ?? []);
  const [first, second] = found;
  if (first === undefined || /[?؟]\s*$/.test(name)) return null;
  const { column, words, place } = first.phrase;
  // Two languages that say different things say nothing.
  if (second !== undefined && second.phrase.column !== column) return null;
  const rest = [...found.flatMap((one) => one.rest), ...aside.filter((word) => !isTax(word))];
  const added = [latin, arabic].flatMap((all) => all.slice(withoutAddition(all).length));
  const beside = [...(inLatin === null ? latin : []), ...(inArabic === null ? arabic : [])];
  const other = (word: string): boolean =>
    !vocabulary.own.has(word) && (isOtherThing(word) || (MONEY.has(column) && isOfAll(word)));
  const ofColumn = [...vocabulary.phrases.values()].filter((one) => one.column === column);
  const isUnknown = (word: string): boolean =>
    !vocabulary.own.has(word) && !isHarmless(word) && !ofColumn.some((one) => one.words.includes(word));
  if ([...rest, ...beside, ...added.filter((word) => !isTax(word))].some(other)) return null;
  const unknown = rest.filter(isUnknown).length;
  if (BESIDE_ANY.has(column)) return { column, index, doubt: 100 * Math.min(unknown, 1) - words.length };
  return unknown > 0 ? null : { column, index, doubt: 10 * place + rest.length };
}

function wholeClaims(kind: FileKind, header: readonly string[]): Claim[] {
  const { whole } = vocabularyOf(kind);
  return header.flatMap((name, index) =>
    (whole.get(foldedHeader(name)) ?? []).map((one) => ({ ...one, index })),
  );
}

/** Whether the column's cells can be what it is thought to be. */
function isFit(kind: FileKind, { column, index }: Claim, rows: readonly ReadRow[]): boolean {
  const cells = cellsAt(rows, index);
  if (column === "id")
    return cells.filter((cell) => isReadAs(kind, column, cell)).length >= 0.8 * cells.length;
  if (!OF_DIGITS.has(column)) return true;
  return cells.filter((cell) => /\p{Nd}/u.test(cell)).length >= 0.5 * cells.length;
}

/** What a column's name leaves to its cells: no word of it says what it is, or only that it is something of the kind. */
function isLeftToCells(kind: FileKind, name: string): boolean {
  const { latin, arabic, aside } = headerWords(name);
  const words = [...latin, ...arabic, ...aside];
  return !words.some(
    (word) => isOtherThing(word) || (isKnown(word) && !ALONE.has(word) && !vocabularyOf(kind).own.has(word)),
  );
}

/** Which column is which, as far as names and cells show. Without `rows` the names alone are looked at. */
export function guessColumns(
  kind: FileKind,
  header: readonly string[],
  rows: readonly ReadRow[] | null = null,
): Guess {
  const names = columnNames(header);
  const ours: string[] = columnsOf(kind).map(({ name }) => name);
  const taken = new Map<number, string>();
  const settled = new Set<string>();
  const guess: Guess = { mapping: {}, guessed: [], askedColumns: [] };
  const take = (column: string, index: number, by: GuessedBy | null): void => {
    taken.set(index, column);
    settled.add(column);
    if (by !== null) guess.guessed.push({ column, by });
  };
  const settle = (claims: readonly Claim[], by: GuessedBy | null): void => {
    const isOpen = ({ column, index }: Claim): boolean => !settled.has(column) && !taken.has(index);
    for (const claim of claims.toSorted((a, b) => a.doubt - b.doubt)) {
      if (!isOpen(claim)) continue;
      const { column, index, doubt } = claim;
      const alike = claims.filter((one) => one.column === column && one.doubt === doubt && isOpen(one));
      if (alike.length === 1) take(column, index, by);
      else {
        settled.add(column);
        guess.askedColumns.push({ column, among: alike.map((one) => names[one.index] ?? "") });
        for (const one of alike) asked.add(one.index);
      }
    }
  };
  const asked = new Set<number>();
  const canBe = (claim: Claim): boolean => rows === null || isFit(kind, claim, rows);
  const parts = header.flatMap((name, index) => claimOf(kind, name, index) ?? []).filter(canBe);
  const whole = wholeClaims(kind, header);
  // An "ID" of letters is another program's own where a column of numbers is one too.
  const isBetter = (claim: Claim): boolean =>
    [...whole, ...parts].some(
      (one) => one.column === claim.column && one.index !== claim.index && canBe(one),
    );
  settle(
    whole.filter((claim) => claim.column !== "id" || canBe(claim) || !isBetter(claim)),
    null,
  );
  settle(parts, "parts");
  const left = EITHER.columns.filter((column) => ours.includes(column) && !settled.has(column));
  const either = header.findIndex((name) => joined(allWords(name)) === joined(allWords(EITHER.name)));
  const [only] = left;
  if (only !== undefined && left.length === 1 && either >= 0 && !taken.has(either))
    take(only, either, "parts");
  if (rows !== null) {
    const free = header.flatMap((name, index) =>
      taken.has(index) || asked.has(index) || !isLeftToCells(kind, name) ? [] : [index],
    );
    const indexOf = (column: string): number | null =>
      [...taken].find(([, one]) => one === column)?.[0] ?? null;
    for (const { column, index } of guessByCells(kind, rows, free, settled, indexOf))
      take(column, index, "cells");
  }
  guess.mapping = Object.fromEntries([...taken].map(([index, column]) => [names[index] ?? "", column]));
  return guess;
}
