/** What the screens ask of the mirror. */
import type { Handlers, OpenFile } from "../core/context.ts";
import { createDocumentSearchService } from "./document-search.ts";
import { fillDocumentIndex } from "./document-trigrams.ts";
import type { MirrorService } from "./mirror.ts";
import { createProductDetailService } from "./product-detail.ts";

type MirrorChannel =
  | `mirror.${"search" | "browse" | "lookupBarcode" | "balances" | "stock" | "counts"}`
  | `mirror.${"unitConversion" | "productDetail" | "balanceHistory"}`
  | "documents.search"
  | "documents.get";

export function mirrorHandlers(file: OpenFile, mirror: MirrorService): Handlers<MirrorChannel> {
  const details = createProductDetailService(file);
  const documents = createDocumentSearchService(file, fillDocumentIndex(file));
  return {
    "mirror.search": (_, input) => mirror.search(input),
    "mirror.browse": (_, input) => mirror.browse(input),
    "mirror.lookupBarcode": (_, input) => mirror.lookupBarcode(input),
    "mirror.balances": (_, input) => mirror.balances(input),
    "mirror.stock": (_, input) => mirror.stock(input),
    "mirror.counts": () => mirror.counts(),
    "mirror.unitConversion": (_, input) => details.conversion(input),
    "mirror.productDetail": (_, input) => details.detail(input),
    "mirror.balanceHistory": (_, input) => details.balanceHistory(input),
    "documents.search": (_, input) => documents.search(input),
    "documents.get": (_, input) => documents.get(input),
  };
}
