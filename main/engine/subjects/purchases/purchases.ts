/** Purchases from files: found by number, supplier or product, and what of one may still go back. */
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError, invalidInput } from "../../../../contract/reply.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import { createReturnLineStore } from "../../core/outbox/return-lines.ts";
import { boundId } from "../../file/schema/table.ts";
import { searchWords } from "../../mirror/search/search-text.ts";
import { createUnitReads } from "../../mirror/unit-reads.ts";
import type { Shop } from "../shop.ts";
import { createConverter } from "./converter.ts";
import { createPurchaseReads, type PurchasePlace, type StoredPurchase } from "./purchase-reads.ts";
import { lineWithReturns } from "./returned.ts";

const DEFAULT_LIMIT = 50;
/** Suppliers and products that a text may mean. */
const MOST_MEANT = 20;

const cursorOf = ({ date, purchase_key }: PurchasePlace): string => `${date}.${purchase_key}`;

function placeOf(cursor: string): PurchasePlace {
  const [, date, key] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (date === undefined || key === undefined)
    throw invalidInput([
      { field: "cursor", reason: "invalid", message: "is not a cursor of purchases.search", params: {} },
    ]);
  return { date, purchase_key: Number(key) };
}

const headOf = (row: StoredPurchase) => ({
  documentNo: row.document_no,
  date: row.date,
  supplierAccountId: row.supplier_account_id,
  supplierName: row.supplier_name,
  currencyId: row.currency_id,
  importedAt: timestampOf(row.imported_at),
});

const newestFirst = (a: PurchasePlace, b: PurchasePlace): number =>
  a.date === b.date ? b.purchase_key - a.purchase_key : a.date < b.date ? 1 : -1;

export function createPurchaseService({ db, mirror }: Pick<Shop, "db" | "mirror">) {
  const reads = createPurchaseReads(db);
  const returns = createReturnLineStore(db);
  const units = createUnitReads(db);

  const idsOf = (kind: "account" | "product", text: string): ExactInteger[] =>
    mirror
      .search({ kind, text, limit: MOST_MEANT })
      .rows.flatMap((row) => (row.kind === "account" || row.kind === "product" ? [row.id] : []));

  return {
    /** Throws `invalid_input` for a cursor that is none of its own. */
    search({
      text = "",
      supplierAccountId,
      productId,
      limit = DEFAULT_LIMIT,
      cursor,
    }: ParsedInput<"purchases.search">): ChannelOutput<"purchases.search"> {
      const supplier = supplierAccountId === undefined ? null : boundId(supplierAccountId);
      const product = productId === undefined ? null : boundId(productId);
      const words = searchWords(text);
      const asked = {
        words,
        supplier,
        product,
        after: cursor === undefined ? null : placeOf(cursor),
        limit: limit + 1,
      };
      const found = [reads.places(asked)];
      if (words.length > 0 && supplier === null)
        for (const id of idsOf("account", text))
          found.push(reads.places({ ...asked, words: [], supplier: boundId(id) }));
      if (words.length > 0 && product === null)
        for (const id of idsOf("product", text))
          found.push(reads.places({ ...asked, words: [], product: boundId(id) }));
      const places = new Map(found.flat().map((place) => [place.purchase_key, place]));
      const page = [...places.values()].sort(newestFirst);
      const last = page.length > limit ? page[limit - 1] : undefined;
      const heads = reads.heads(page.slice(0, limit).map(({ purchase_key }) => purchase_key));
      return {
        purchases: heads.map((row) => ({ ...headOf(row), lines: row.lines })),
        cursor: last === undefined ? null : cursorOf(last),
      };
    },
    /** Throws `not_found`. */
    get({
      documentNo,
      supplierAccountId,
      without,
    }: ParsedInput<"purchases.get">): ChannelOutput<"purchases.get"> {
      const supplier = boundId(supplierAccountId);
      const head = reads.head(supplier, documentNo);
      if (head === undefined)
        throw new CountersideError("not_found", "documentNo: there is no such purchase of this supplier", {
          field: "documentNo",
          documentNo,
          supplierAccountId,
        });
      const standing = grouped(returns.ofPurchase(supplier, documentNo, without ?? null), ({ row }) => row);
      const convert = createConverter((id) => units.unit(boundId(id)));
      return {
        ...headOf(head),
        lines: reads
          .lines(head.purchase_key)
          .map((line) => lineWithReturns(line, standing.get(line.row) ?? [], convert)),
      };
    },
  };
}
