/**
 * Products' names of other kinds than `product-names.ts`, each hard for a search in its own way, and what is typed to find
 * them by someone who seems to mean harm: words that are everywhere and never together, pieces of codes, single letters.
 */
import { ARABIC, numbersOf, productNamed, WESTERN } from "./product-names.ts";
import { keysOf, type TypedClass } from "./typed-words.ts";

export interface NameKind {
  kind: string;
  what: string;
  /** No file of more may be imported. */
  most?: number;
  /** The `n`th product's name, from 0; the same one every time. */
  nameOf: (n: number) => string;
}

type Numbers = () => number;
const pick = <T>(list: readonly T[], next: Numbers, fallback: T): T =>
  list[Math.floor(next() * list.length)] ?? fallback;
const seeded = (n: number): Numbers => numbersOf(0xca7a + n * 2_654_435_761);
const word = (list: readonly string[], next: Numbers): string => pick(list, next, "x");
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

const EASTERN = "٠١٢٣٤٥٦٧٨٩";
const easternDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => EASTERN[Number(digit)] ?? digit);

/** Ten English and eleven Arabic words: each language's stand together, and some of one language never do. */
const FEW = {
  first: ["milk", "sugar", "cotton", "paper"],
  second: ["white", "brown", "fresh"],
  third: ["small", "large", "family"],
  awal: ["حليب", "سكر", "قطن", "ورق"],
  thani: ["أبيض", "بني", "طازج", "مبرد"],
  thalith: ["صغير", "كبير", "عائلي"],
} as const;

function fewWords(n: number): string {
  const next = seeded(n);
  const english = () => joined(word(FEW.first, next), word(FEW.second, next), word(FEW.third, next));
  const arabic = () => joined(word(FEW.awal, next), word(FEW.thani, next), word(FEW.thalith, next));
  const tongue = next();
  return tongue < 0.45 ? english() : tongue < 0.9 ? arabic() : `${english()} ${arabic()}`;
}

function sharedBeginning(n: number): string {
  const next = seeded(n);
  const shelf = next() < 0.7 ? "Dry Food and Grocery" : "Cleaning and Household";
  return joined(
    "Al Hayat Trading Company",
    shelf,
    word(WESTERN.goods, next),
    word(WESTERN.kinds, next),
    word(WESTERN.amounts, next),
  );
}

/** Sizes, threads, part numbers, as of pipes and screws: hardly a letter, the same digits everywhere. */
function numbersAndCodes(n: number): string {
  const next = seeded(n);
  const upTo = (most: number): number => Math.floor(next() * most);
  const size = `${upTo(40) * 5}x${upTo(40) * 5}x${upTo(20) * 10}`;
  const part = `${upTo(10)}${upTo(10)}00-${String(upTo(100_000)).padStart(5, "0")}-${upTo(1_000)}`;
  const kind = word(["M8", "M10", "1/2", "3/4", "DN50", "PN16", "1000", "2000"], next);
  return next() < 0.5 ? joined(kind, size, part) : joined(part, size, `${upTo(100)}.${upTo(100)}`, kind);
}

/** Arabic by many hands: with and without hamza, vowels, the stretched letter, in either digits. */
function mostlyArabic(n: number): string {
  const next = seeded(n);
  const hand = next();
  const stretched = (text: string): string =>
    hand < 0.2
      ? `${text.slice(0, 2)}\u0640${text.slice(2)}`
      : hand < 0.4
        ? `${text.slice(0, 2)}\u064E${text.slice(2)}`
        : text;
  const amount = word(ARABIC.amounts, next);
  return joined(
    stretched(word(ARABIC.goods, next)),
    hand > 0.8 ? word(ARABIC.brands, next).replace(/[أإآ]/g, "ا") : word(ARABIC.brands, next),
    word(ARABIC.kinds, next),
    hand < 0.5 ? easternDigits(amount) : amount,
    next() < 0.1 ? String(10_000 + (n % 90_000)) : "",
  );
}

/** Two hundred letters and more, as of shops that put the description into the name. */
function veryLong(n: number): string {
  const next = seeded(n);
  const parts = Array.from({ length: 6 }, () =>
    joined(
      word(WESTERN.brands, next),
      word(WESTERN.goods, next),
      word(WESTERN.kinds, next),
      next() < 0.3 ? word(ARABIC.goods, next) : "",
      word(WESTERN.amounts, next),
    ),
  );
  return joined(...parts, `REF ${String(n * 7_919).padStart(8, "0")}`);
}

export const NAME_KINDS: readonly NameKind[] = [
  { kind: "shop", what: "names as of a large shop", nameOf: (n) => productNamed(n).name },
  { kind: "few-words", what: "names of 21 words", nameOf: fewWords },
  { kind: "shared-beginning", what: "names with one long beginning", nameOf: sharedBeginning },
  { kind: "numbers", what: "names of numbers, sizes and codes", nameOf: numbersAndCodes },
  { kind: "arabic", what: "mostly Arabic names", nameOf: mostlyArabic },
  { kind: "long", what: "names of about 200 letters", most: 500_000, nameOf: veryLong },
];

const wordsOf = (name: string): string[] => name.split(" ").filter((one) => /[\p{L}\p{N}]/u.test(one));

/** What is typed to find names of that kind, key by key; `words` of each way, the same ones every time. */
export function hostileClasses({ nameOf }: NameKind, products: number, words: number): TypedClass[] {
  const next = numbersOf(29);
  const someWords = (): string[] => wordsOf(nameOf(Math.floor(next() * products)));
  const counts = new Map<string, number>();
  const together = new Set<string>();
  const sampled = Math.min(products, 4_000);
  for (let at = 0; at < sampled; at += 1) {
    const all = [...new Set(wordsOf(nameOf(Math.floor((at * products) / sampled))))];
    for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
    for (const one of all) for (const other of all) together.add(`${one} ${other}`);
  }
  const byCount = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([one]) => one);
  const common = byCount.slice(0, 24);
  const rare = byCount.slice(-200);
  const apart = common.flatMap((one) =>
    common.filter((other) => !together.has(`${one} ${other}`)).map((other) => `${one} ${other}`),
  );
  const times = (make: () => string): string[] => Array.from({ length: words }, make).flatMap(keysOf);
  const some = (list: readonly string[]): string => pick(list, next, "milk");
  const middle = (length: number): string => {
    const letters = [...(someWords().toSorted((a, b) => b.length - a.length)[0] ?? "")];
    const at = Math.floor(next() * Math.max(1, letters.length - length));
    return letters.slice(at, at + length).join("");
  };
  return [
    {
      what: "two common words that never meet",
      texts: times(() => (apart.length > 0 ? some(apart) : `${some(common)} ${some(common)}`)),
    },
    { what: "three common words", texts: times(() => `${some(common)} ${some(common)} ${some(common)}`) },
    { what: "a common word, then a rare one", texts: times(() => `${some(common)} ${some(rare)}`) },
    { what: "a rare word, then a common one", texts: times(() => `${some(rare)} ${some(common)}`) },
    {
      what: "three letters from the middle of a code",
      texts: Array.from({ length: words * 8 }, () => middle(3)),
    },
    { what: "the middle of a code", texts: times(() => middle(6)) },
    {
      what: "words that repeat",
      texts: times(() => {
        const one = some(common);
        return `${one} ${one}${[...one].slice(-1).join("").repeat(3)}`;
      }),
    },
    {
      what: "one letter many times",
      texts: times(() => {
        const [letter = "0"] = [...middle(1)];
        return letter.repeat(5);
      }),
    },
    {
      what: "a common word and a letter that none has",
      texts: times(() => `${some(common)} ${pick(["þ", "ڤ", "q", "ǂ"], next, "þ")}`),
    },
    { what: "words of one or two letters", texts: times(() => `${middle(1)} ${middle(2)} ${middle(1)}`) },
    {
      what: "parts of common words that never meet",
      texts: times(() => {
        const [one = "", other = ""] = (
          apart.length > 0 ? some(apart) : `${some(common)} ${some(common)}`
        ).split(" ");
        return `${[...other].slice(1).join("")} ${[...one].slice(0, 4).join("")}`;
      }),
    },
  ];
}
