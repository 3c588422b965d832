/** Finds records by the names that files give them: a unit "حبة", a supplier, a store. */
import { hasCodes, type NamedList, tableOf } from "../../../../contract/lists.ts";
import type { Db } from "../../file/database/open-database.ts";
import { createProductSearch } from "../search/search.ts";
import { searchable, searchWords } from "../search/search-text.ts";

/** A list that is read as a whole. */
type ShortList = Exclude<NamedList, "product">;

export interface NamedRecord {
  id: bigint | string;
  name: string;
}

/** `one`: the record that a name means; else what it may mean: all of that name, or none. */
type NameFound = { is: "one"; record: NamedRecord } | { is: "none" | "several"; may: NamedRecord[] };

interface StoredRecord extends NamedRecord {
  deleted: bigint;
  /** Of an account. */
  type?: string;
}

/** Products of which one name is looked for; more have it only as a part. */
const LOOKED_AT = 200;
/** A list so short is offered whole where no record of it has a name. */
const SHORT_LIST = 60;
const MOST_MEANT = 20;

/** Blanks and the signs that people write or leave out. Others tell names apart: C# is not C++. */
const SIGNS = /[\s\p{Pd}\p{Pc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,،;؛:'"/\\|*]/gu;
/** 1.5 is not 15. */
const BETWEEN_DIGITS = /(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu;
const KEPT = "\uE000";

/** One spelling for names that differ in case, blanks, such signs, and the forms of Arabic letters. */
export const foldedName = (name: string): string =>
  searchable(name).replace(BETWEEN_DIGITS, KEPT).replace(SIGNS, "");

const BETWEEN_NAMES = /[/\n|()]|\s[-–—]\s/;
const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/** The names of one in two languages, "Piece / حبة", each folded; none of another. */
function twoNames(name: string): string[] {
  const parts = BETWEEN_NAMES.test(name)
    ? name.split(BETWEEN_NAMES).filter((part) => /\p{L}/u.test(part))
    : [];
  const inArabic = parts.filter(isArabic).length;
  return inArabic > 0 && inArabic < parts.length ? parts.map(foldedName) : [];
}

/** Every name of a record, folded: the whole, and both of one in two languages. */
const namesOf = (name: string): string[] =>
  [foldedName(name), ...twoNames(name)].filter((folded) => folded !== "");

/** Reads the names of records; each list is read once. */
export function createRecordNames(db: Db) {
  const products = createProductSearch(db);
  const ofProducts = db
    .prepare<[string], StoredRecord>(
      `SELECT product.id, coalesce(product_unit.name, product.name) AS name, product.deleted
       FROM json_each(?) CROSS JOIN product ON product.product_key = json_each.value
         LEFT JOIN product_unit USING (product_key)`,
    )
    .safeIntegers();
  const isProduct = db.prepare<[bigint | string], number>("SELECT 1 FROM product WHERE id = ?").pluck();
  const known = new Map<
    NamedList,
    { ids: Set<bigint | string>; byName: Map<string, StoredRecord[]>; all: StoredRecord[] }
  >();

  const listOf = (list: ShortList, own: readonly NamedRecord[] = []) => {
    const read = known.get(list);
    if (read !== undefined) return read;
    const ids = new Set<bigint | string>();
    const byName = new Map<string, StoredRecord[]>();
    const ours = own.map((record): StoredRecord => ({ ...record, deleted: 0n }));
    const all = [
      ...ours,
      ...db
        .prepare<[], StoredRecord>(
          `SELECT id, name, deleted${list === "account" ? ", type" : ""} FROM ${tableOf(list)}`,
        )
        .safeIntegers()
        .all(),
    ].filter(({ id }) => {
      const isNew = !ids.has(id);
      ids.add(id);
      return isNew;
    });
    for (const record of all) {
      const names = [...namesOf(record.name), ...(hasCodes(list) ? [foldedName(String(record.id))] : [])];
      for (const name of new Set(names)) {
        const same = byName.get(name);
        if (same === undefined) byName.set(name, [record]);
        else same.push(record);
      }
    }
    const made = { ids, byName, all };
    known.set(list, made);
    return made;
  };

  /** Products that have all words of the name; `isWhole`: there are no more of them. */
  const productsOf = (word: string): { records: StoredRecord[]; isWhole: boolean } => {
    const begun = products.byBeginning(searchable(word), undefined, LOOKED_AT);
    const holding = products.byParts(searchWords(word.replace(SIGNS, " ")), undefined, LOOKED_AT);
    const keys = JSON.stringify([...new Set([...begun, ...holding])]);
    return { records: ofProducts.all(keys), isWhole: holding.length < LOOKED_AT };
  };

  /** A word in two languages has to be both names of a record, or its whole name. */
  const isCalled = (name: string, whole: string, two: readonly string[]): boolean => {
    const names = namesOf(name);
    return names.includes(whole) || (two.length > 0 && two.every((part) => names.includes(part)));
  };

  const withName = (list: NamedList, word: string): { records: StoredRecord[]; isWhole: boolean } => {
    const [whole, two] = [foldedName(word), twoNames(word)];
    if (whole === "") return { records: [], isWhole: true };
    const found =
      list === "product"
        ? productsOf(word)
        : {
            records: [whole, ...two].flatMap((part) => listOf(list).byName.get(part) ?? []),
            isWhole: true,
          };
    const isCode = ({ id }: StoredRecord): boolean => hasCodes(list) && foldedName(String(id)) === whole;
    return {
      ...found,
      records: found.records.filter((record) => isCode(record) || isCalled(record.name, whole, two)),
    };
  };

  const distinct = (records: readonly StoredRecord[]): StoredRecord[] => [
    ...new Map(records.map((record) => [record.id, record])).values(),
  ];

  /** The narrowest of these ways of being called so that any record fits, and those that fit. */
  function narrowed(
    records: readonly StoredRecord[],
    word: string,
  ): { fitting: StoredRecord[]; isExact: boolean } {
    const text = searchable(word);
    const whole = foldedName(word);
    const ways: ((record: StoredRecord) => boolean)[] = [
      ({ name }) => searchable(name) === text,
      ({ name }) => foldedName(name) === whole,
      () => true,
    ];
    const way = ways.find((fits) => records.some(fits));
    return { fitting: way === undefined ? [] : distinct(records.filter(way)), isExact: way === ways[0] };
  }

  return {
    /** Adds records that a file itself is about to bring, before the list was read. */
    add: (list: ShortList, own: readonly NamedRecord[]): void => void listOf(list, own),
    /**
     * The record that a name means. A deleted record is only what it may mean, and so is an account that is no supplier
     * where `among` asks for one.
     */
    find(list: NamedList, word: string, among?: "supplier"): NameFound {
      const { records, isWhole } = withName(list, word);
      const wanted = records.filter(
        ({ deleted, type }) => deleted === 0n && (among === undefined || type === among),
      );
      const { fitting, isExact } = narrowed(wanted, word);
      const [one, ...others] = fitting;
      // Among very many others may be called alike, but for those with the very name, which come first.
      if (one !== undefined && others.length === 0 && (isWhole || isExact))
        return { is: "one", record: { id: one.id, name: one.name } };
      const may = (one === undefined ? distinct(records) : [one, ...others]).slice(0, MOST_MEANT);
      if (may.length > 0) return { is: one === undefined ? "none" : "several", may };
      if (list === "product") return { is: "none", may: [] };
      const all = listOf(list).all.filter(({ deleted, type }) => deleted === 0n && (among ?? type) === type);
      return { is: "none", may: all.length <= SHORT_LIST ? all : [] };
    },
    /** The name of the record with that id; null where there is none. */
    nameOf(list: NamedList, id: bigint | string): string | null {
      if (list !== "product") return listOf(list).all.find((record) => record.id === id)?.name ?? null;
      const [key] = products.byId(id, undefined);
      return key === undefined ? null : (ofProducts.all(JSON.stringify([key]))[0]?.name ?? null);
    },
    isEmpty: (list: NamedList): boolean => list !== "product" && listOf(list).all.length === 0,
    /** Whether a live record of the list has that id. */
    isLive: (list: NamedList, id: bigint | string): boolean =>
      list === "product"
        ? products.byId(id, false).length > 0
        : listOf(list).all.some((record) => record.id === id && record.deleted === 0n),
    /** Whether any record of the list has that id. */
    has: (list: NamedList, id: bigint | string): boolean =>
      list === "product" ? isProduct.get(id) !== undefined : listOf(list).ids.has(id),
  };
}
export type RecordNames = ReturnType<typeof createRecordNames>;
