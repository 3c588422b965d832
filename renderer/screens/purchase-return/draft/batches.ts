/** The batches of goods that the mirror knows: what is printed on them, and how many there are. Pure. */
import Big from "big.js";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { ReturnLine } from "./draft.ts";

type DetailRow = NonNullable<ChannelOutput<"mirror.productDetail">>["stock"][number];
/** A stock row that says when its goods were made or go off. */
export type Batch = Pick<
  DetailRow,
  "productionAt" | "expiryAt" | "quantity" | "measureUnitId" | "storeId" | "storeName" | "answeredAt"
>;

/** The dates of a line's batch; empty where the batch says none. */
export type BatchDates = Pick<ReturnLine, "productionAt" | "expiryAt">;

const NEVER = "\uffff";
const inStore = ({ storeId }: Pick<Batch, "storeId">, wanted: string): boolean =>
  wanted === "" || storeId === null || String(storeId) === wanted;
const isThere = ({ quantity }: Pick<Batch, "quantity">): boolean =>
  quantity !== null && new Big(quantity).gt(0);

/** Batches in the order they are likely meant: of the chosen store first, then what goes off first. */
export function batchesOf<Row extends Batch>(rows: readonly Row[], storeId: string): Row[] {
  const rank = (row: Row) => (inStore(row, storeId) ? 0 : 1);
  return rows
    .filter(({ productionAt, expiryAt }) => productionAt !== null || expiryAt !== null)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.expiryAt ?? NEVER).localeCompare(b.expiryAt ?? NEVER) ||
        (a.productionAt ?? NEVER).localeCompare(b.productionAt ?? NEVER),
    );
}

/** What choosing a batch writes into its line. */
export const datesOf = ({
  productionAt,
  expiryAt,
}: Pick<Batch, "productionAt" | "expiryAt">): BatchDates => ({
  productionAt: productionAt ?? "",
  expiryAt: expiryAt ?? "",
});

/**
 * The dates that every known batch of the store has, where there is only one; null where several may be meant.
 * Batches that are sold out count only where nothing else is known. A batch in another store is no suggestion.
 */
export function onlyBatch<Row extends Batch>(rows: readonly Row[], storeId: string): Row | null {
  const own = batchesOf(rows, storeId).filter((row) => inStore(row, storeId));
  const there = own.filter(isThere);
  const [first, ...others] = there.length > 0 ? there : own;
  if (first === undefined) return null;
  const same = others.every(
    ({ productionAt, expiryAt }) => productionAt === first.productionAt && expiryAt === first.expiryAt,
  );
  return same ? first : null;
}

/** Whether goods had gone off before a day (YYYY-MM-DD). They can be returned all the same. */
export const hasExpired = ({ expiryAt }: Pick<Batch, "expiryAt">, today: string): boolean =>
  expiryAt !== null && expiryAt < today;
