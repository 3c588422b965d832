/** Barcodes that a person linked to a product: kept on this computer, and never sent. */
import { z } from "zod";
import { measureUnitId, productId } from "../values.ts";
import { asTyped, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";

const link = z.object({
  barcode: z.string(),
  productId: wholeOut,
  measureUnitId: wholeOut.nullable(),
  linkedAt: timeOut,
  /** The product that the catalogue gives the barcode to by now: the link is not used. */
  overruledBy: wholeOut.nullable(),
});

export const linkedBarcodeChannels = {
  "linkedBarcodes.list": engine.reads(z.strictObject({ productId }), z.object({ links: z.array(link) })),
  /** Of the code as the scanner sent it. Throws `invalid_input` where the code is none that a product can have. */
  "linkedBarcodes.add": engine.changes(
    "settings",
    z.strictObject({
      code: z.string().min(1).max(4_000),
      productId,
      measureUnitId: measureUnitId.nullable().default(null),
    }),
    z.object({ barcode: z.string() }),
  ),
  "linkedBarcodes.remove": engine.changes(
    "settings",
    z.strictObject({ barcode: z.string().min(1).max(200).transform(asTyped) }),
    z.object({ removed: z.boolean() }),
  ),
};
