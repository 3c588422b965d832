/** What is asked for of goods: their product, stock, price and units, and the purchases that brought them. */
import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { MirrorRow, ProductRow, StockRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import type { ChannelInput, ChannelOutput } from "../../../../contract/channels.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel } from "../../../client/queries.ts";
import type { Goods } from "../draft/draft-actions.ts";
import { type Purchase, type PurchaseId, purchasedOf } from "../draft/purchased.ts";
import { defaultPrice, type FoundGoods, unitsOf } from "../draft/stock.ts";
import { unitBases } from "../draft/units.ts";
import { activeLines, changeDraft, showError, useReturns } from "../returns-store.ts";

/** Of a scan, what it means for the line; `batchText` is what its description shall say. */
export function foundOfScan(goods: ScannedGoods, batchText: string | null): FoundGoods {
  const { barcode: _code, stock, ...product } = goods.product;
  return {
    product,
    productId: String(product.id),
    measureUnitId: goods.measureUnitId === undefined ? null : String(goods.measureUnitId),
    stock,
    filled: {
      ...(goods.productionAt === undefined ? {} : { productionAt: goods.productionAt }),
      ...(goods.expiryAt === undefined ? {} : { expiryAt: goods.expiryAt }),
      ...(goods.asksQuantity ? { quantity: "" } : {}),
      ...(goods.quantity === undefined ? {} : { quantity: goods.quantity }),
      ...(batchText === null ? {} : { description: batchText }),
    },
  };
}

const productQuestion = (productId: string) => ({ kind: "product" as const, text: productId, limit: 1 });

const productIn = (
  answer: ChannelOutput<"mirror.search"> | undefined,
  productId: string,
): ProductRow | null => {
  const row = answer?.rows[0];
  return row?.kind === "product" && String(row.id) === productId ? row : null;
};

/** The product of a line, by its id; null where the reference data has none. */
export function useProduct(productId: string): ProductRow | null {
  const question = productQuestion(productId);
  return productIn(useChannel("mirror.search", question, { enabled: productId !== "" }).data, productId);
}

const NO_STOCK: StockRow[] = [];

/** What the mirror knows of a product's stock. */
export function useStock(productId: string): StockRow[] {
  return useChannel("mirror.stock", { productId }, { enabled: productId !== "" }).data?.rows ?? NO_STOCK;
}

/** The answer of a channel, asked again only where the one at hand is older than half a minute. */
function fresh<Name extends "mirror.stock" | "mirror.search">(
  client: QueryClient,
  channel: Name,
  input: ChannelInput<Name>,
): Promise<ChannelOutput<Name>> {
  return client.fetchQuery({
    queryKey: channelKey(channel, input),
    queryFn: () => invoke(channel, input),
    staleTime: 30_000,
  });
}

const stockOf = async (client: QueryClient, productId: string): Promise<StockRow[]> =>
  (await fresh(client, "mirror.stock", { productId })).rows;

interface PricePlace {
  storeId: string;
  currencyId: string;
}

/** Makes goods of what was found: its unit, and the price to begin with. */
export function useGoods({ storeId, currencyId }: PricePlace) {
  const client = useQueryClient();
  return useCallback(
    async ({ product, productId, measureUnitId, stock: known, filled }: FoundGoods): Promise<Goods> => {
      if (product !== null)
        client.setQueryData(channelKey("mirror.search", productQuestion(productId)), { rows: [product] });
      if (known !== undefined)
        client.setQueryData(channelKey("mirror.stock", { productId }), { rows: known, cursor: null });
      const unit = measureUnitId ?? unitsOf(product)[0]?.id ?? "";
      const stock = known ?? (await stockOf(client, productId));
      const price = defaultPrice({ stock, product, measureUnitId: unit, storeId, currencyId });
      return { productId, measureUnitId: unit, price, ...filled };
    },
    [client, storeId, currencyId],
  );
}

/** The price that goods begin with in another store or currency. */
export function usePriceIn() {
  const client = useQueryClient();
  return useCallback(
    async (goods: Pick<Goods, "productId" | "measureUnitId">, place: PricePlace): Promise<string> => {
      const { productId, measureUnitId } = goods;
      const [stock, found] = await Promise.all([
        stockOf(client, productId),
        fresh(client, "mirror.search", productQuestion(productId)),
      ]);
      return defaultPrice({ stock, product: productIn(found, productId), measureUnitId, ...place });
    },
    [client],
  );
}

const NO_ROWS: MirrorRow[] = [];

/** The units one chooses from, and what every unit, deleted ones too, is in its base. */
export function useUnits() {
  const rows =
    useChannel("mirror.search", { kind: "measureUnit", text: "", limit: 1000 }).data?.rows ?? NO_ROWS;
  return useMemo(
    () => ({
      units: rows.flatMap((row) =>
        row.kind === "measureUnit" && !row.deleted ? [{ id: String(row.id), name: row.name }] : [],
      ),
      bases: unitBases(rows),
    }),
    [rows],
  );
}

/** Asks for a purchase. `corrects`: what that entry gives back is not counted beside the return that replaces it. */
export const purchaseQuery = ({ documentNo, supplierAccountId }: PurchaseId, corrects: string | null) => {
  const question = { documentNo, supplierAccountId, ...(corrects === null ? {} : { without: corrects }) };
  return {
    queryKey: channelKey("purchases.get", question),
    queryFn: () => invoke("purchases.get", question),
  };
};

const answered = (answers: UseQueryResult<Purchase>[]): Purchase[] =>
  answers.flatMap(({ data }) => (data === undefined ? [] : [data]));

/** The purchases that the lines of the return name; another object only when one of them changed. */
export function usePurchased(corrects: string | null) {
  // Each once, as "supplier number".
  const keys = useReturns(
    useShallow((state) => {
      const named = activeLines(state).flatMap(({ purchaseLine: of }) =>
        of === undefined ? [] : [`${of.supplierAccountId} ${of.documentNo}`],
      );
      return [...new Set(named)];
    }),
  );
  const purchases = useQueries({
    queries: keys.map((key) => {
      const at = key.indexOf(" ");
      return purchaseQuery({ supplierAccountId: key.slice(0, at), documentNo: key.slice(at + 1) }, corrects);
    }),
    combine: answered,
  });
  return useMemo(() => ({ purchases, purchased: purchasedOf(purchases) }), [purchases]);
}

/** Asks anew for the prices that nobody typed, in another store or currency. */
export function useReprice(): (place: PricePlace) => void {
  const priceIn = usePriceIn();
  return (place) => {
    const state = useReturns.getState();
    const untyped = activeLines(state).filter((line) => !line.priceTyped && line.productId !== "");
    Promise.all(untyped.map(async (line) => [line.lineId, await priceIn(line, place)] as const)).then(
      (prices) => changeDraft(state.activeId, { type: "reprice", prices: new Map(prices) }),
      showError,
    );
  };
}
