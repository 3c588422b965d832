import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel } from "../../../client/queries.ts";
import type { Goods } from "../draft/draft-actions.ts";
import { defaultPrice, type FoundGoods, type StockRow, unitsOf } from "../draft/stock.ts";

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

/** The product of a line, by its id; null where the reference data has none. */
export function useProduct(productId: string): ProductRow | null {
  const rows = useChannel("mirror.search", productQuestion(productId), { enabled: productId !== "" }).data
    ?.rows;
  const row = rows?.[0];
  return row?.kind === "product" && String(row.id) === productId ? row : null;
}

const NO_STOCK: StockRow[] = [];

/** What the mirror knows of a product's stock. */
export function useStock(productId: string): StockRow[] {
  return useChannel("mirror.stock", { productId }, { enabled: productId !== "" }).data?.rows ?? NO_STOCK;
}

const FRESH_MS = 30_000;

async function stockOf(client: QueryClient, productId: string): Promise<StockRow[]> {
  const input = { productId };
  const answer = await client.fetchQuery({
    queryKey: channelKey("mirror.stock", input),
    queryFn: () => invoke("mirror.stock", input),
    staleTime: FRESH_MS,
  });
  return answer.rows;
}

async function productOf(client: QueryClient, productId: string): Promise<ProductRow | null> {
  const input = productQuestion(productId);
  const answer = await client.fetchQuery({
    queryKey: channelKey("mirror.search", input),
    queryFn: () => invoke("mirror.search", input),
    staleTime: FRESH_MS,
  });
  const row = answer.rows[0];
  return row?.kind === "product" && String(row.id) === productId ? row : null;
}

interface Place {
  storeId: string;
  currencyId: string;
}

/** Makes goods of what was found: its unit, and the price to begin with. */
export function useGoods({ storeId, currencyId }: Place) {
  const client = useQueryClient();
  return useCallback(
    async ({ product, productId, measureUnitId, stock: told, filled }: FoundGoods): Promise<Goods> => {
      if (product !== null)
        client.setQueryData(channelKey("mirror.search", productQuestion(productId)), { rows: [product] });
      if (told !== undefined)
        client.setQueryData(channelKey("mirror.stock", { productId }), { rows: told, cursor: null });
      const unit = measureUnitId ?? unitsOf(product)[0]?.id ?? "";
      const stock = told ?? (await stockOf(client, productId));
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
    async (goods: Pick<Goods, "productId" | "measureUnitId">, place: Place): Promise<string> => {
      const [stock, product] = await Promise.all([
        stockOf(client, goods.productId),
        productOf(client, goods.productId),
      ]);
      return defaultPrice({ stock, product, measureUnitId: goods.measureUnitId, ...place });
    },
    [client],
  );
}
