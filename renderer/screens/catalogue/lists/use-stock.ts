/** Rows of the stock: all page by page, or those of the products and the store that a text finds. */
import { useMemo } from "react";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel, usePages } from "../../../client/queries.ts";
import type { StockRow } from "./matching.ts";

const PAGE = 500;
/** Products that a text may mean. */
const MOST_PRODUCTS = 200;

/** Undefined until the first answer. */
interface StockRows {
  rows: StockRow[] | undefined;
  error: Error | null;
  readMore: () => void;
  retry: () => Promise<unknown>;
}

function useAllStock(enabled: boolean): StockRows {
  const { pages, error, readMore, retry } = usePages(channelKey("mirror.stock", {}), {
    read: (cursor: string | null) =>
      invoke("mirror.stock", cursor === null ? { limit: PAGE } : { limit: PAGE, cursor }),
    next: ({ cursor }) => cursor,
    enabled,
  });
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { rows, error, readMore, retry };
}

function useFoundStock(text: string): StockRows {
  const enabled = text !== "";
  const asked = { enabled, keepPrevious: true, typed: true };
  const products = useChannel("mirror.search", { kind: "product", text, limit: MOST_PRODUCTS }, asked);
  const stores = useChannel("mirror.search", { kind: "store", text, limit: 1 }, asked).data?.rows;
  const productIds = useMemo(
    () => products.data?.rows.flatMap((row) => (row.kind === "product" ? [row.id] : [])) ?? [],
    [products.data],
  );
  const [store] = stores ?? [];
  const storeId = store?.kind === "store" ? store.id : null;
  const known = { enabled: enabled && products.data !== undefined, keepPrevious: true };
  const ofProducts = useChannel("mirror.stock", { productIds }, known);
  const ofStore = useChannel("mirror.stock", storeId === null ? {} : { storeId, limit: PAGE }, {
    enabled: storeId !== null,
    keepPrevious: true,
  }).data?.rows;
  const found = ofProducts.data?.rows;
  const rows = useMemo(() => {
    if (found === undefined) return undefined;
    const ids = new Set(productIds.map(String));
    const others = storeId === null ? [] : (ofStore ?? []).filter((row) => !ids.has(String(row.productId)));
    return [...found, ...others];
  }, [found, ofStore, productIds, storeId]);
  return {
    rows,
    error: products.error ?? ofProducts.error,
    readMore: () => undefined,
    retry: () => (products.error === null ? ofProducts.refetch() : products.refetch()),
  };
}

/** Those that the text finds; without one all of them. */
export function useStockRows(text: string): StockRows {
  const all = useAllStock(text === "");
  const found = useFoundStock(text);
  return text === "" ? all : found;
}
