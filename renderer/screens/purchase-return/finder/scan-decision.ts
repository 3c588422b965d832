/** What Enter means in a field where one scans or types, what its list offers, and what is still looked up. */
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import { canBeId } from "../../../features/record-picker/records.tsx";
import type { ScanAnswer } from "../../../features/scanning/receivers.ts";
import type { FoundGoods } from "../draft/stock.ts";

/** Codes are digits, or letters with digits, without spaces: what a scanner sends. */
export function looksLikeCode(typed: string): boolean {
  return /^[\p{L}\p{N}._/-]{4,}$/u.test(typed) && /\p{N}/u.test(typed) && !/^\p{L}+$/u.test(typed);
}

type EnterMeans =
  | { means: "nothing" }
  /** Ask who has the barcode; if nobody, search for it. */
  | { means: "lookUp"; text: string }
  /** The list on the screen is for exactly this text: its marked row is meant. */
  | { means: "take"; index: number }
  | { means: "search"; text: string };

interface Enter {
  typed: string;
  /** The text that the list on the screen answers; null while none is shown. */
  listedFor: string | null;
  listed: number;
  /** The marked row; -1 for none. */
  marked: number;
  /** The person moved through the list by hand. */
  movedByHand: boolean;
  /** It is the second Enter on this text: the first one showed the list. */
  again: boolean;
}

/** A number of a few digits: it may have been meant as the quantity of the line before. */
const isShortNumber = (text: string): boolean => /^\p{N}{1,3}$/u.test(text);

/**
 * A scanner is faster than any list: what looks like a code is looked up, unless a row was chosen by hand. A short number
 * shows what there is first: no product is chosen by a part of it before somebody saw that.
 */
export function enterMeans({ typed, listedFor, listed, marked, movedByHand, again }: Enter): EnterMeans {
  const text = typed.trim();
  if (text === "") return { means: "nothing" };
  if (movedByHand && marked >= 0 && marked < listed) return { means: "take", index: marked };
  if (looksLikeCode(text) || (isShortNumber(text) && !again)) return { means: "lookUp", text };
  if (listedFor === text && listed > 0)
    return { means: "take", index: Math.min(Math.max(0, marked), listed - 1) };
  return { means: "search", text };
}

/**
 * The codes that a scan may have meant, in the order in which they are asked for. A scanner that stopped within its
 * code looks like one that came after something typed: all of it is asked for first, so that the end of a code is
 * never read as another's. A field shows no separators.
 */
export function codesMeant(typed: string, scanned: readonly string[]): string[] {
  const [code = ""] = scanned;
  const text = typed.trim();
  const shown = code.replace(/\p{Cc}/gu, "");
  if (text === shown || !text.endsWith(shown)) return [...scanned];
  const before = text.slice(0, text.length - shown.length);
  return looksLikeCode(text) ? [before + code, ...scanned] : [...scanned];
}

export type FinderChoice =
  | { kind: "product"; product: ProductRow }
  | { kind: "freeId"; productId: string }
  /** One of several meanings of a scan. */
  | { kind: "scanned"; goods: ScannedGoods; found: FoundGoods };

/** The products found, and the typed id itself where none of them has it; null for no such offer. */
export function choicesOf(rows: readonly MirrorRow[], typedId: string | null): FinderChoice[] {
  const products = rows.flatMap((row): FinderChoice[] =>
    row.kind === "product" ? [{ kind: "product", product: row }] : [],
  );
  const known = rows.some((row) => row.kind === "product" && String(row.id) === typedId);
  return typedId === null || known || !canBeId("product", typedId)
    ? products
    : [...products, { kind: "freeId", productId: typedId }];
}

/** The goods of a choice. */
export function foundOfChoice(choice: FinderChoice): FoundGoods {
  switch (choice.kind) {
    case "freeId":
      return { product: null, productId: choice.productId, measureUnitId: null };
    case "product":
      return { product: choice.product, productId: String(choice.product.id), measureUnitId: null };
    case "scanned":
      return choice.found;
  }
}

/** What was scanned or entered and is no line yet: a return that is posted now would go without it. */
const underWay = new Map<Promise<unknown>, string>();

/** The text that has been looked up for longest; null where none is. */
export const lookedUp = (): string | null => underWay.values().next().value ?? null;

/** Notes that a text is looked up until this settles. */
export function lookingUp<T>(text: string, work: Promise<T>): Promise<T> {
  const done = () => void underWay.delete(work);
  underWay.set(work, text);
  work.then(done, done);
  return work;
}

/** Why a scan fills no line. */
export const problemOfScan = ({ found, why, barcode }: ScanAnswer) => ({
  kind: found === "several" ? ("several" as const) : (why ?? "noProduct"),
  text: barcode,
});
