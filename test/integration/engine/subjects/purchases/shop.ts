/** A shop with purchases and stock from files, and returns of them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelInput } from "../../../../../contract/channels.ts";
import type { List } from "../../../../../contract/lists.ts";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import {
  aReturn,
  connect,
  NOWHERE,
  newFolder,
  openTestEngine,
  type TestEngine,
} from "../../../../helpers/engine.ts";

export async function openShop(url = NOWHERE): Promise<TestEngine> {
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, url);
  return engine;
}
export const take = async (engine: TestEngine, kind: List, rows: readonly string[]) => {
  const path = join(newFolder(), `${kind}.csv`);
  writeFileSync(path, rows.join("\n"));
  return engine.call("referenceData.import", { kind, path });
};

const UNITS = ["id,name,baseUnitId,factor", "1,Piece,,", "2,Carton of 12,1,12", "3,Kilogram,,"];
export const PURCHASES = [
  "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,freeQuantity,price,productionAt,expiryAt,batch",
  "P-100,2026-02-01,1101,YER,1001,2,10,1,120,2026-01-01,2027-01-31,B1",
  "P-100,2026-02-01,1101,YER,1002,1,30,,9.5,,,",
  "P-100,2026-02-01,1101,YER,1002,1,5,,8,,,",
  "P-101,2026-02-20,1101,YER,1001,1,24,,11,,2027-06-30,B2",
  "P-100,2026-02-10,1102,USD,1003,1,7,,3,,,",
];

type Line = ChannelInput<"purchaseReturn.post">["lines"][number];
export const back = (fields: Partial<Line>): ChannelInput<"purchaseReturn.post"> => {
  const [line] = aReturn().lines;
  if (line === undefined) throw new Error("a return has a line");
  return { ...aReturn(), lines: [{ ...line, expiryAt: null, productionAt: null, ...fields }] };
};
export const of = (documentNo: string, row: number) => ({ documentNo, supplierAccountId: 1101, row });
export const get = (engine: TestEngine, documentNo = "P-100") =>
  engine.call("purchases.get", { documentNo, supplierAccountId: 1101 });

export async function bought(url = NOWHERE): Promise<TestEngine> {
  const engine = await openShop(url);
  await take(engine, "measureUnit", UNITS);
  await take(engine, "account", ["id,name,type", "1101,Hadda Trading,supplier", "1102,Al Amal,supplier"]);
  await take(engine, "product", ["id,name", "1001,Basmati rice", "1002,Black tea", "1003,Sugar"]);
  await take(engine, "purchase", PURCHASES);
  return engine;
}

export const STOCK = [
  "productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt",
  "1001,1,1,62810017,2026-01-01,2026-03-20,10,12,YER,2026-02-28",
  "1002,1,1,,,2026-02-20,8,5,YER,2026-02-28",
  "1003,1,2,,,2027-12-31,3,40,YER,",
];
