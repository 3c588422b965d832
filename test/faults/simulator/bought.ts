/** The purchases that people give goods back of: ten cartons of twelve pieces of each product, given back in pieces. */
import type { ChannelInput } from "../../../contract/channels.ts";
import { createReturnLineStore } from "../../../main/engine/core/outbox/return-lines.ts";
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import { createConverter } from "../../../main/engine/subjects/purchases/converter.ts";
import { lineWithReturns } from "../../../main/engine/subjects/purchases/purchases.ts";

type Line = ChannelInput<"purchaseReturn.post">["lines"][number];

/** What somebody asked to give back of a purchase's line. */
export interface GivenLine {
  documentNo: string;
  row: number;
  pieces: number;
}
/** What the engine says of a purchase's line. */
export interface BoughtFact extends Pick<GivenLine, "documentNo" | "row"> {
  returned: string | null;
  waiting: string | null;
  leftInBase: string | null;
}

const SUPPLIER = 1101;
export const NUMBERS = ["P-1", "P-2"];
const [PIECE, CARTON] = [1, 2];
export const PIECES_OF_CARTON = 12;
export const BOUGHT_PIECES = 120;
/** The products that people return: those of the sample shop, and one that isn't there. */
const PRODUCTS = [...Array.from({ length: 42 }, (_, at) => 1001 + at), 99_999];

/** The lines of a return, those of every purchase's own products as its lines; `n` is the return's number. */
export function ofPurchases(n: number, lines: readonly (Line & { productId: number })[]) {
  const given: GivenLine[] = [];
  const named = lines.map((line, at): Line => {
    const documentNo = NUMBERS[(n + at) % 3];
    if (documentNo === undefined) return line;
    const row = PRODUCTS.indexOf(line.productId) + 1;
    given.push({ documentNo, row, pieces: Number(line.quantity) });
    return { ...line, purchaseLine: { documentNo, supplierAccountId: SUPPLIER, row } };
  });
  return { lines: named, given };
}

/** What the engine's own functions say, by the rows of the file. */
export function boughtIn(db: Db): BoughtFact[] {
  const returns = createReturnLineStore(db);
  const converter = createConverter((id) => ({
    id,
    name: "",
    base_unit_id: id === CARTON ? PIECE : null,
    factor: id === CARTON ? String(PIECES_OF_CARTON) : null,
  }));
  return NUMBERS.flatMap((documentNo) => {
    const standing = returns.ofPurchase(BigInt(SUPPLIER), documentNo, null);
    return PRODUCTS.map((product_id, at) => {
      const line = {
        row: at + 1,
        product_id,
        measure_unit_id: CARTON,
        production_at: "",
        expiry_at: "",
        batch: "",
        quantity: String(BOUGHT_PIECES / PIECES_OF_CARTON),
        free_quantity: "0",
        price: null,
      };
      const own = standing.filter(({ row }) => row === line.row);
      const { row, returned, waiting, leftInBase } = lineWithReturns(line, own, converter);
      return { documentNo, row, returned, waiting, leftInBase };
    });
  });
}
