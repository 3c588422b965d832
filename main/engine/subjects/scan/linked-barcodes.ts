/** Links barcodes that the reference data doesn't have to its products. */
import type { Call } from "../../../../contract/call.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { boundId } from "../../file/schema/table.ts";
import { createLinkedBarcodeStore } from "../../mirror/lists/linked-barcodes.ts";
import { createReferenceReads } from "../../mirror/lists/reads.ts";
import { createMirrorReads } from "../../mirror/mirror-reads.ts";
import type { Shop } from "../shop.ts";
import { barcodesOfGtin, gtinsOf } from "./gtin.ts";
import { readScan } from "./read-scan.ts";

/** As long as a barcode of a file may be. */
const LONGEST = 200;

export function createLinkedBarcodeService({ db, clock, record, emit }: Shop) {
  const store = createLinkedBarcodeStore(db);
  const mirror = createMirrorReads(db);
  const reads = createReferenceReads(db);

  /** What of a code a product can have: the number of the goods, without dates and the like. */
  const barcodeOf = (code: string): string => {
    const reading = readScan(code, clock.dayOf(clock.now()));
    const barcode =
      reading.kind === "goods" ? reading.facts[0].gtin.replace(/^0(?=\d{13})/, "") : reading.code;
    if (reading.kind === "unreadable" || barcode === "" || barcode.length > LONGEST)
      throw invalidField("code", "invalid", { expected: "barcode" });
    return barcode;
  };
  /** The product that the reference data gives the barcode to, in any spelling. */
  const ownerOf = (barcode: string): ExactInteger | null => {
    const [owner] = mirror.productsOfBarcodes([barcode, ...gtinsOf(barcode).flatMap(barcodesOfGtin)]);
    return owner === undefined ? null : (reads.products([owner.product_key])[0]?.id ?? null);
  };

  const changed = (): void => emit({ event: "mirror.changed", payload: { serialNo: null } });

  return {
    list({ productId }: ParsedInput<"linkedBarcodes.list">): ChannelOutput<"linkedBarcodes.list"> {
      const links = store.ofProduct(boundId(productId)).map((link) => ({
        barcode: link.barcode,
        productId: link.product_id,
        measureUnitId: link.measure_unit_id,
        linkedAt: timestampOf(link.linked_at),
        overruledBy: ownerOf(link.barcode),
      }));
      return { links };
    },
    /** Throws `not_found` for a product that isn't in the reference data, `wrong_state` for a barcode that it has already. */
    add(
      call: Call,
      { code, productId, measureUnitId }: ParsedInput<"linkedBarcodes.add">,
    ): { barcode: string } {
      const barcode = barcodeOf(code);
      if (mirror.productOfId(boundId(productId)) === null)
        throw new CountersideError("not_found", { reason: "product", field: "productId", productId });
      const owner = ownerOf(barcode);
      if (owner !== null)
        throw new CountersideError("wrong_state", {
          reason: "barcode_taken",
          field: "code",
          productId: owner,
        });
      const now = clock.now();
      db.transaction(() => {
        store.put(barcode, boundId(productId), measureUnitId === null ? null : boundId(measureUnitId), now);
        record(call, "barcode.linked", barcode, { productId, measureUnitId });
      }).immediate();
      changed();
      return { barcode };
    },
    remove(call: Call, { barcode }: ParsedInput<"linkedBarcodes.remove">): { removed: boolean } {
      const answer = db
        .transaction(() => {
          const removed = store.remove(barcode);
          if (removed) record(call, "barcode.unlinked", barcode, {});
          return { removed };
        })
        .immediate();
      if (answer.removed) changed();
      return answer;
    },
  };
}
