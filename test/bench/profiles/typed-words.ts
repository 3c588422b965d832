/** What is typed to find a product, key by key, in the ways people do: each way is a separate class. */
import Database from "better-sqlite3";
import { HARDLY_TOGETHER } from "./past-entries.ts";
import { numbersOf, productNamed } from "./product-names.ts";

export interface TypedClass {
  what: string;
  /** The field's text after each key. */
  texts: string[];
}

const ARABIC_LETTER = /[\u0621-\u064A]/;

/** The text after each of its keys. */
export const keysOf = (text: string): string[] => {
  const letters = [...text];
  return letters.map((_, index) => letters.slice(0, index + 1).join(""));
};

const wordsOf = (name: string): string[] => name.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word));
const isLong = (word: string): boolean => [...word].length >= 4;

/** Arabic as another hand writes it: a hamza left out, a letter stretched, a vowel set. */
function otherHand(word: string, share: number): string {
  if (share < 0.4) return word.replace(/[أإآ]/g, "ا").replace(/ة$/, "ه");
  const [first = "", ...rest] = [...word];
  return `${first}${share < 0.7 ? "\u0640" : "\u064E"}${rest.join("")}`;
}

/** The classes for a shop of so many products; `words` of each. The same ones every time. */
export function typedClasses(products: number, words: number): TypedClass[] {
  const next = numbersOf(19);
  const pick = <T>(list: readonly T[], fallback: T): T => list[Math.floor(next() * list.length)] ?? fallback;
  const someName = (fits: (name: string) => boolean): string => {
    for (;;) {
      const { name } = productNamed(Math.floor(next() * products));
      if (fits(name)) return name;
    }
  };
  const times = (make: () => string): string[] =>
    Array.from({ length: words }, make).flatMap((text) => keysOf(text));
  const innerWord = (): string => {
    const name = someName((one) => wordsOf(one).slice(1).some(isLong));
    return pick(wordsOf(name).slice(1).filter(isLong), "");
  };
  const arabicWord = (): string => {
    const isArabic = (word: string): boolean => ARABIC_LETTER.test(word) && isLong(word);
    const name = someName((one) => wordsOf(one).some(isArabic));
    return pick(wordsOf(name).filter(isArabic), "");
  };
  return [
    { what: "start of a name", texts: times(() => [...someName(() => true)].slice(0, 10).join("")) },
    { what: "word inside a name", texts: times(innerWord) },
    { what: "middle of a word", texts: times(() => [...innerWord()].slice(1).join("")) },
    {
      what: "two words of one name",
      texts: times(() => {
        const all = wordsOf(someName((one) => wordsOf(one).filter(isLong).length > 1)).filter(isLong);
        return `${all.at(-1)} ${all[0]}`;
      }),
    },
    { what: "two words that are rarely together", texts: times(() => `${innerWord()} ${innerWord()}`) },
    { what: "Arabic, spelled as in the name", texts: times(arabicWord) },
    { what: "Arabic, spelled otherwise", texts: times(() => otherHand(arabicWord(), next())) },
    {
      what: "product code",
      texts: times(() => /[A-Z]{2}-\d{5}/.exec(someName((one) => /[A-Z]{2}-\d{5}/.test(one)))?.[0] ?? ""),
    },
    { what: "a barcode", texts: times(() => productNamed(Math.floor(next() * products)).barcode) },
    {
      what: "no match",
      texts: times(() => `${innerWord()} ${pick(["zqx", "qq", "ظغ", "vvw", "ظ q"], "zqx")}`),
    },
    {
      what: "most common words",
      texts: times(() => pick(["almarai", "milk kg", "المراعي", "حليب جم", "al", "g", "1", "ا", "ال"], "al")),
    },
    {
      what: "one or two letters",
      texts: Array.from({ length: words * 4 }, () => {
        const letters = "abcdefghijklmnopqrstuvwxyz0123456789ابتثجحخدذرزسشصضطظعغفقكلمنهوي";
        const some = () => pick([...letters], "x");
        return next() < 0.4 ? some() : `${some()}${some()}`;
      }),
    },
  ];
}

/** What is typed to find a document of that connection's file. */
export function typedForDocuments(file: string, words: number): TypedClass[] {
  const next = numbersOf(23);
  const db = new Database(file, { readonly: true });
  try {
    const count = db.prepare<[], number>("SELECT count(*) FROM document").pluck().get() ?? 0;
    const at = db.prepare<[number], { serial_no: string; note: string; subject: string }>(
      "SELECT serial_no, note, subject FROM document ORDER BY created_at LIMIT 1 OFFSET ?",
    );
    const some = () => at.get(Math.floor(next() * count)) ?? { serial_no: "", note: "", subject: "" };
    const times = (make: () => string): string[] =>
      Array.from({ length: words }, make).flatMap((text) => keysOf(text));
    return [
      { what: "a serial number", texts: times(() => some().serial_no.slice(0, 13)) },
      { what: "a note", texts: times(() => some().note.slice(-14)) },
      { what: "a supplier", texts: times(() => some().subject.split(" ").at(-1) ?? "") },
      { what: "no match", texts: times(() => `${some().note.slice(0, 7)} zqx`) },
      {
        what: "a word that none has",
        texts: times(() => ["zqxvw", "ظغظغ", "qqjx"][Math.floor(next() * 3)] ?? ""),
      },
      { what: "two common words that hardly meet", texts: times(() => HARDLY_TOGETHER) },
      {
        what: "one or two letters",
        texts: Array.from({ length: words * 4 }, () => {
          const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789ابتثجحخدذرزسشصضطظعغفقكلمنهوي"];
          const letter = () => letters[Math.floor(next() * letters.length)] ?? "x";
          return next() < 0.4 ? letter() : `${letter()}${letter()}`;
        }),
      },
    ];
  } finally {
    db.close();
  }
}
