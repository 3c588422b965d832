import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect, NOWHERE, newFolder, openTestEngine, aReturn } from "../helpers/engine.ts";
it("times", { timeout: 300000 }, async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const take = (kind: any, rows: string[]) => { const p = join(newFolder(), `${kind}.csv`); writeFileSync(p, rows.join("\n")); return engine.call("referenceData.import", { kind, path: p }); };
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 864e5).toISOString().slice(0, 10);
  await take("stock", ["productId,measureUnitId,storeId,barcode,productionAt,expiryAt,costPrice,quantity,currencyId,updatedAt", ...Array.from({ length: 20000 }, (_, i) => `${i % 4000},1,${i % 3},,,${day(i % 120)},10.5,${i % 30},YER,2026-02-01`)]);
  await take("purchase", ["documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,freeQuantity,price,productionAt,expiryAt,batch", ...Array.from({ length: 50000 }, (_, i) => `P-${i / 20 | 0},${day((i / 20 | 0) % 300)},${1100 + (i / 20 | 0) % 20},YER,${i % 4000},1,10,,10,,${day(i % 120)},`)]);
  for (let n = 0; n < 3; n++) {
    const t = performance.now();
    const { rows, more } = await engine.call("expiry.list", {});
    console.log(rows.length, more, JSON.stringify(rows).length, performance.now() - t, rows.at(-1));
  }
  expect(1).toBe(1);
});
