/** What the list below a finder offers. */
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import type { ScannedGoods } from "../../../../contract/channels/scan.ts";
import { canBeId } from "../../../features/record-picker/picker-kinds.ts";
import type { FoundGoods } from "./use-goods.ts";

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

/** The goods that a choice stands for. */
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
