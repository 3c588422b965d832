/** What expires: the rows' keys and groups, what they are worth, and the returns made of them. Pure. */
import Big from "big.js";
import { create } from "zustand";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { ofOnePerson } from "../../client/who.ts";
import type { WishedReturn } from "../../features/drafts/correction.ts";

export type ExpiringRow = ChannelOutput<"expiry.list">["rows"][number];

export const expiringKey = (row: ExpiringRow): string =>
  [
    row.productId,
    row.storeId,
    row.measureUnitId,
    row.productionAt,
    row.expiryAt,
    row.currencyId,
    row.costPrice ?? row.quantity,
  ].join(" ");

/** How soon it expires: the days that its band ends with; null beyond the last. */
const BANDS = [7, 30, 60, 90] as const;
type Band = "expired" | (typeof BANDS)[number] | "later";

export const bandOf = ({ daysLeft }: ExpiringRow): Band =>
  daysLeft < 0 ? "expired" : (BANDS.find((days) => daysLeft <= days) ?? "later");

export const GROUPINGS = ["days", "supplier", "store"] as const;
type Grouping = (typeof GROUPINGS)[number];

/** Those of one group under each other, by its name; in a group the soonest first. Without a name they are the last. */
export function ordered(rows: readonly ExpiringRow[], grouping: Grouping, language: string): ExpiringRow[] {
  if (grouping === "days") return [...rows];
  const names = new Intl.Collator(language, { numeric: true });
  const nameOf = (row: ExpiringRow): string | null => {
    const [name, id] =
      grouping === "supplier" ? [row.supplierName, row.supplierAccountId] : [row.storeName, row.storeId];
    return id === null ? null : `${name ?? ""} ${id}`;
  };
  return rows.toSorted((a, b) => {
    const [first, second] = [nameOf(a), nameOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return names.compare(first, second);
  });
}

interface Totals {
  values: { currencyId: string | null; value: string }[];
  /** Rows whose value is not known. */
  unvalued: number;
}

/** What rows are worth at cost, exactly, by currency. */
export function expiringTotals(rows: readonly ExpiringRow[]): Totals {
  const sums = new Map<string | null, Big>();
  for (const { value, currencyId } of rows)
    if (value !== null) sums.set(currencyId, (sums.get(currencyId) ?? new Big(0)).plus(value));
  return {
    values: [...sums].map(([currencyId, value]) => ({ currencyId, value: value.toFixed() })),
    unvalued: rows.filter(({ value }) => value === null).length,
  };
}

/** What goes back: the chosen ones of the rows shown, or else all of them from the supplier of the marked one. */
export function rowsToReturn(
  shown: readonly ExpiringRow[],
  chosen: ReadonlySet<string>,
  marked: ExpiringRow | undefined,
): ExpiringRow[] {
  const picked = shown.filter((row) => chosen.has(expiringKey(row)));
  if (picked.length > 0 || marked === undefined) return picked;
  return shown.filter((row) => row.supplierAccountId === marked.supplierAccountId);
}

const text = (value: string | number | null): string => (value === null ? "" : String(value));
/** The central system may answer a date with a time. */
const dayIn = (date: string | null): string => text(date).slice(0, 10);

/** A return has one supplier, one store and one currency: one for each; the first row's first. */
export function returnsOf(rows: readonly ExpiringRow[]): WishedReturn[] {
  const headOf = (row: ExpiringRow) => `${row.supplierAccountId} ${row.storeId} ${row.currencyId}`;
  const heads = [...new Set(rows.map(headOf))];
  return heads.flatMap((head): WishedReturn[] => {
    const own = rows.filter((row) => headOf(row) === head);
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        supplierAccountId: text(first.supplierAccountId),
        storeId: text(first.storeId),
        currencyId: text(first.currencyId),
        lines: own.map((row) => ({
          productId: text(row.productId),
          measureUnitId: text(row.measureUnitId),
          productionAt: dayIn(row.productionAt),
          expiryAt: dayIn(row.expiryAt),
          price: text(row.costPrice),
          quantity: text(row.quantity),
        })),
      },
    ];
  });
}

// What the screen was left at, so that coming back finds the same place.

/** Days until the expiry; "windows": within those of each supplier, as they are set. */
export const WITHIN = ["windows", "30", "60", "90", "all"] as const;
export type Within = (typeof WITHIN)[number];

interface ExpiringState {
  within: Within;
  grouping: Grouping;
  supplierAccountId: string | null;
  storeId: string | null;
}

export const ALL_SHOWN = { within: "all", supplierAccountId: null, storeId: null } as const;

export const useExpiring = ofOnePerson(
  create<ExpiringState>(() => ({
    within: "windows",
    grouping: "days",
    supplierAccountId: null,
    storeId: null,
  })),
);
