/** What happens to a return while it is typed. Pure: the store applies it and keeps the result. */
import Big from "big.js";
import { COLUMNS, type LineField } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { type DraftReference, emptyReference } from "../../../features/references/reference-rows.ts";
import { type MonthMeans, parseTypedDate } from "../../../lib/typed-date.ts";
import {
  emptyLine,
  HEADER_FIELDS,
  type HeaderField,
  isTyped,
  type ReturnDraft,
  type ReturnLine,
} from "./draft.ts";
import type { PurchaseId } from "./purchased.ts";
import type { fieldsInUnit } from "./units.ts";

const KEY = "purchase";

/** The reference of a purchase as the program fills it in. Its key says what that was: see `filledFor`. */
export const referenceOf = ({ documentNo, supplierAccountId }: PurchaseId, type: string): DraftReference => ({
  ...emptyReference([KEY, type, supplierAccountId, documentNo].join(" ")),
  type,
  reference: documentNo,
});

/** The references with one more, unless one with the same text is there. */
function withReference(rows: readonly DraftReference[], added: DraftReference): DraftReference[] {
  return rows.some(({ reference }) => reference.trim() === added.reference) ? [...rows] : [...rows, added];
}

/** The purchase that a reference was filled in for; null where a person typed it, or anything of it. */
function filledFor(row: DraftReference): PurchaseId | null {
  const [kind, type = "", supplierAccountId = "", ...number] = row.key.split(" ");
  if (kind !== KEY) return null;
  const purchase = { documentNo: number.join(" "), supplierAccountId };
  return JSON.stringify(row) === JSON.stringify(referenceOf(purchase, type)) ? purchase : null;
}

/** The references without those that were filled in for purchases of which no line is left. The same object where none is. */
export function referencesFor(draft: Pick<ReturnDraft, "references">, lines: readonly ReturnLine[]) {
  const { references } = draft;
  const isGone = (row: DraftReference): boolean => {
    const purchase = filledFor(row);
    return (
      purchase !== null &&
      !lines.some(
        ({ purchaseLine: of }) =>
          of?.documentNo === purchase.documentNo && of.supplierAccountId === purchase.supplierAccountId,
      )
    );
  };
  return references.some(isGone) ? references.filter((row) => !isGone(row)) : references;
}

/** What a scanned code says of a line; what it says nothing of is left out, and stays as it is. */
export interface ScannedFill {
  /** Left out: one more. Empty: to be entered. */
  quantity?: string;
  productionAt?: string;
  expiryAt?: string;
  description?: string;
}

export interface Goods extends ScannedFill {
  productId: string;
  /** Empty where the product has no known unit. */
  measureUnitId: string;
  /** The price to begin with; empty where none is known. */
  price: string;
}

export type DraftAction =
  | { type: "header"; field: HeaderField | "note"; value: string }
  | { type: "references"; references: DraftReference[] }
  | { type: "cell"; lineId: string; field: LineField; value: string }
  | { type: "chooseGoods"; lineId: string; goods: Goods }
  | { type: "chooseUnit"; lineId: string; measureUnitId: string; price: string }
  /** A line in the unit that it had before. */
  | { type: "line"; line: ReturnLine }
  /** Prices that nobody typed, after the store or the currency became another. */
  | { type: "reprice"; prices: ReadonlyMap<string, string> }
  /** A line's numbers in the unit that was chosen for it. */
  | {
      type: "convert";
      lineId: string;
      fields: ReturnType<typeof fieldsInUnit>;
    }
  /** The dates of the batch that was chosen for a line. */
  | { type: "batch"; lineId: string; dates: Pick<ReturnLine, "productionAt" | "expiryAt"> }
  | { type: "appendLines"; lines: ReturnLine[] }
  /** Lines of a purchase, with its supplier and currency where the return has none yet, and its reference. */
  | {
      type: "appendPurchase";
      lines: ReturnLine[];
      supplierAccountId: string;
      currencyId: string;
      reference: DraftReference | null;
    }
  | { type: "scan"; lineId: string; goods: Goods }
  | { type: "addLine"; lineId: string }
  | { type: "removeLine"; lineId: string }
  /** A line that was taken out, with the references that went with it. */
  | { type: "putBack"; line: ReturnLine; at: number; references: readonly DraftReference[] };

const withLine = (
  draft: ReturnDraft,
  lineId: string,
  change: (line: ReturnLine) => ReturnLine,
): ReturnDraft => {
  const at = draft.lines.findIndex((line) => line.lineId === lineId);
  const line = draft.lines[at];
  return line === undefined ? draft : { ...draft, lines: draft.lines.with(at, change(line)) };
};

/** Another price is for the line's own unit. */
const withPrice = ({ priceUnitId: _before, ...line }: ReturnLine, price: string): ReturnLine => ({
  ...line,
  price,
});

const priced = (line: ReturnLine, price: string): ReturnLine =>
  line.priceTyped ? line : withPrice(line, price);

/** A price is never emptied by another unit: one that is not known for it stays, with the unit it was for. */
function inUnit(line: ReturnLine, measureUnitId: string, price: string): ReturnLine {
  const { priceUnitId, ...rest } = line;
  const chosen = { ...rest, measureUnitId };
  if (!line.priceTyped && price !== "") return { ...chosen, price };
  const wasFor = priceUnitId ?? line.measureUnitId;
  return line.price.trim() === "" || wasFor === "" || wasFor === measureUnitId
    ? chosen
    : { ...chosen, priceUnitId: wasFor };
}

/** A line in the unit that it had before, with the price that went with it; whatever else was typed since stays. */
export function inUnitBefore(now: ReturnLine, before: ReturnLine): ReturnLine {
  const { priceUnitId: _kept, ...rest } = now;
  const { measureUnitId, price, priceTyped, priceUnitId } = before;
  const line = { ...rest, measureUnitId, price, priceTyped };
  return priceUnitId === undefined ? line : { ...line, priceUnitId };
}

const sameDate = (typed: string, scanned: string | undefined, means: MonthMeans): boolean => {
  if (scanned === undefined) return true;
  const read = parseTypedDate(typed, means);
  return read.kind === "date" && read.value === scanned;
};

/** Whether a line says of its goods what a scan says of them: goods of another batch or date are another line. */
const saysTheSame = (line: ReturnLine, { productionAt, expiryAt, description = "" }: ScannedFill): boolean =>
  sameDate(line.productionAt, productionAt, "firstDay") &&
  sameDate(line.expiryAt, expiryAt, "lastDay") &&
  line.description.includes(description);

/** The line that more of the same goods belongs to: the last one with that product and unit, and the scan's dates. */
export function lineOfGoods(
  draft: ReturnDraft,
  { productId, measureUnitId, ...scan }: Pick<Goods, "productId" | "measureUnitId"> & ScannedFill,
): ReturnLine | undefined {
  // How much more is still to be entered.
  if (scan.quantity === "") return undefined;
  return draft.lines.findLast(
    (line) =>
      line.productId === productId &&
      line.measureUnitId === measureUnitId &&
      parseTypedDecimal(line.quantity).kind !== "wrong" &&
      saysTheSame(line, scan),
  );
}

const more = (quantity: string, by: string): string => {
  const typed = parseTypedDecimal(quantity);
  return typed.kind === "decimal" ? new Big(typed.value).plus(by).toFixed() : by;
};

function scanned(draft: ReturnDraft, lineId: string, goods: Goods): ReturnDraft {
  const same = lineOfGoods(draft, goods);
  const quantity = goods.quantity ?? "1";
  if (same !== undefined)
    return withLine(draft, same.lineId, (line) => ({
      ...line,
      quantity: more(line.quantity, quantity),
      scanned: true,
    }));
  return {
    ...draft,
    lines: [...draft.lines, { ...emptyLine(lineId), ...goods, quantity, scanned: true }],
  };
}

/** Other goods are not what that purchase brought. */
const ofGoods = ({ purchaseLine, ...line }: ReturnLine, goods: Goods): ReturnLine =>
  purchaseLine === undefined || goods.productId !== line.productId ? line : { ...line, purchaseLine };

/** With other lines, and no references of purchases that they leave. */
const withLines = (draft: ReturnDraft, lines: ReturnLine[]): ReturnDraft => ({
  ...draft,
  lines,
  references: referencesFor(draft, lines),
});

/** The return after an action. A line that is gone is left alone: keys may still be on their way to it. */
export function changedDraft(draft: ReturnDraft, action: DraftAction): ReturnDraft {
  switch (action.type) {
    case "header":
      return { ...draft, [action.field]: action.value };
    case "references":
      return { ...draft, references: action.references };
    case "cell":
      return withLine(draft, action.lineId, (line) => ({
        ...(action.field === "price" ? withPrice(line, action.value) : line),
        [action.field]: action.value,
        priceTyped: action.field === "price" ? action.value.trim() !== "" : line.priceTyped,
      }));
    case "chooseGoods": {
      const { lines } = withLine(draft, action.lineId, (line) => {
        const { price, quantity, ...goods } = action.goods;
        const typed = line.quantity.trim() === "" && quantity !== undefined ? quantity : line.quantity;
        return priced({ ...ofGoods(line, action.goods), ...goods, quantity: typed }, price);
      });
      return withLines(draft, lines);
    }
    case "chooseUnit":
      return withLine(draft, action.lineId, (line) => inUnit(line, action.measureUnitId, action.price));
    case "line":
      return withLine(draft, action.line.lineId, () => action.line);
    case "reprice":
      return {
        ...draft,
        lines: draft.lines.map((line) => {
          const price = action.prices.get(line.lineId);
          return price === undefined || price === line.price ? line : priced(line, price);
        }),
      };
    case "convert":
      return withLine(draft, action.lineId, (line) => ({
        ...withPrice(line, action.fields.price),
        ...action.fields,
      }));
    case "batch":
      return withLine(draft, action.lineId, (line) => ({ ...line, ...action.dates }));
    case "appendLines":
      return { ...draft, lines: [...draft.lines.filter(isTyped), ...action.lines] };
    case "appendPurchase":
      return {
        ...draft,
        supplierAccountId: draft.supplierAccountId || action.supplierAccountId,
        currencyId: draft.currencyId || action.currencyId,
        references:
          action.reference === null ? draft.references : withReference(draft.references, action.reference),
        lines: [...draft.lines.filter(isTyped), ...action.lines],
      };
    case "scan":
      return scanned(draft, action.lineId, action.goods);
    case "addLine":
      return { ...draft, lines: [...draft.lines, emptyLine(action.lineId)] };
    case "removeLine":
      return withLines(
        draft,
        draft.lines.filter(({ lineId }) => lineId !== action.lineId),
      );
    case "putBack":
      return {
        ...draft,
        lines: draft.lines.toSpliced(action.at, 0, action.line),
        references: action.references.reduce(withReference, draft.references),
      };
  }
}

// The steps back and forth of one return. Drafts share their unchanged lines, so a step costs next to nothing.

export interface DraftHistory {
  past: readonly ReturnDraft[];
  future: readonly ReturnDraft[];
  /** The cell whose typing the last step still takes in; null once the keyboard left it. */
  open: string | null;
}

export const NO_HISTORY: DraftHistory = { past: [], future: [], open: null };

/** Steps that are kept for one return. */
export const STEPS = 200;

/** What follows from the step before it by itself belongs to that step. */
const FOLLOWS = "follows";

/** Changes of one name become one step while the keyboard stays; null: always a separate step. */
export function groupOf(action: DraftAction): string | null {
  if (action.type === "cell") return `${action.lineId} ${action.field}`;
  if (action.type === "header" && action.field === "note") return "note";
  if (action.type === "references") return "references";
  return action.type === "reprice" ? FOLLOWS : null;
}

const sameLine = (a: ReturnLine, b: ReturnLine): boolean =>
  a === b ||
  (a.lineId === b.lineId &&
    a.priceTyped === b.priceTyped &&
    COLUMNS.every(({ field }) => a[field] === b[field]));

const sameText = (a: ReturnLine, b: ReturnLine): boolean =>
  COLUMNS.every(({ field }) => a[field] === b[field]);

/**
 * A draft with what reads as in another one taken from there: a text that was typed and taken back again leaves a price
 * marked as typed. The other draft itself where all of it reads the same.
 */
export function asHeld(now: ReturnDraft, held: ReturnDraft): ReturnDraft {
  const before = new Map(held.lines.map((line) => [line.lineId, line]));
  const lines = now.lines.map((line) => {
    const old = before.get(line.lineId);
    return old !== undefined && sameText(old, line) ? old : line;
  });
  const references =
    JSON.stringify(now.references) === JSON.stringify(held.references) ? held.references : now.references;
  const draft = { ...now, lines, references };
  const isWhole = sameDraft(draft, held) && lines.every((line, index) => line === held.lines[index]);
  return isWhole ? held : draft;
}

/** Whether nothing that is sent differs. */
function sameDraft(a: ReturnDraft, b: ReturnDraft): boolean {
  return (
    a.note === b.note &&
    a.references === b.references &&
    HEADER_FIELDS.every((field) => a[field] === b[field]) &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => {
      const other = b.lines[index];
      return other !== undefined && sameLine(line, other);
    })
  );
}

/** The history after a change. Typing that was taken back to its beginning leaves no step. */
export function recorded(
  history: DraftHistory,
  before: ReturnDraft,
  after: ReturnDraft,
  group: string | null,
): DraftHistory {
  if (sameDraft(before, after)) return history;
  const base = history.past.at(-1);
  if (group === FOLLOWS && base !== undefined) return history;
  if (group !== null && group === history.open && base !== undefined)
    return sameDraft(base, after)
      ? { past: history.past.slice(0, -1), future: [], open: null }
      : { ...history, future: [] };
  return { past: [...history.past, before].slice(-STEPS), future: [], open: group };
}

/** The keyboard left its cell: what is typed there next is another step. */
export const sealed = (history: DraftHistory): DraftHistory =>
  history.open === null ? history : { ...history, open: null };

interface Stepped {
  history: DraftHistory;
  draft: ReturnDraft;
}

/** One step back from the present draft; null where there is none. */
export function steppedBack({ past, future }: DraftHistory, present: ReturnDraft): Stepped | null {
  const draft = past.at(-1);
  if (draft === undefined) return null;
  return { draft, history: { past: past.slice(0, -1), future: [...future, present], open: null } };
}

/** One step forth again; null where there is none. */
export function steppedForth({ past, future }: DraftHistory, present: ReturnDraft): Stepped | null {
  const draft = future.at(-1);
  if (draft === undefined) return null;
  return { draft, history: { past: [...past, present], future: future.slice(0, -1), open: null } };
}

/** The first cell in which two drafts differ: where the eye belongs after a step. Null where no line differs. */
export function changedPlace(
  before: ReturnDraft,
  after: ReturnDraft,
): { row: number; column: number } | null {
  const row = after.lines.findIndex((line, index) => {
    const old = before.lines[index];
    return old === undefined || !sameLine(old, line);
  });
  const [line, old] = [after.lines[row], before.lines[row]];
  if (line === undefined) {
    const last = after.lines.length - 1;
    return before.lines.length > after.lines.length && last >= 0 ? { row: last, column: 0 } : null;
  }
  const column =
    old?.lineId === line.lineId ? COLUMNS.findIndex(({ field }) => old[field] !== line[field]) : 0;
  return { row, column: Math.max(0, column) };
}
