/** Barcodes that a person links to products that the reference data has without them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemRandomness } from "../../../../../main/engine/ports.ts";
import { connect, NOWHERE, newFolder, openTestEngine, type TestEngine } from "../../../../helpers/engine.ts";

const CODE = "4006381333931";

async function take(engine: TestEngine, rows: readonly string[]): Promise<void> {
  const path = join(newFolder(), "products.csv");
  writeFileSync(path, ["id,name,barcode,measureUnitId,price,deleted", ...rows].join("\n"));
  await engine.call("referenceData.import", { kind: "product", path });
}
async function openShop(): Promise<TestEngine> {
  const engine = openTestEngine({ randomness: systemRandomness });
  await connect(engine, NOWHERE);
  await take(engine, ["1001,Tea,62810017,1,5,0", "1001,Tea,,2,50,0", "1002,Rice,,1,9,0"]);
  return engine;
}
const scan = (engine: TestEngine, code = CODE) => engine.call("mirror.scan", { code });

it("a linked barcode is found by every spelling, with its unit and what a GS1 code says, also after a restart", async () => {
  const engine = await openShop();
  expect(await scan(engine)).toMatchObject({ found: "unknown", why: "noProduct" });
  expect(await engine.call("linkedBarcodes.add", { code: CODE, productId: 1001, measureUnitId: 2 })).toEqual({
    barcode: CODE,
  });
  await engine.close();
  const again = openTestEngine({ profile: engine.profile, randomness: systemRandomness });
  expect(await scan(again)).toMatchObject({ found: "product", product: { id: 1001 }, measureUnitId: 2 });
  expect(await scan(again, `]d201${CODE.padStart(14, "0")}17281231`)).toMatchObject({
    found: "product",
    product: { id: 1001 },
    measureUnitId: 2,
    expiryAt: "2028-12-31",
  });
  expect(await again.call("mirror.lookupBarcode", { barcode: CODE })).toMatchObject({ id: 1001 });
});

it("a link is kept in the activity, listed with its product, and gone when it is removed", async () => {
  const engine = await openShop();
  await engine.call("linkedBarcodes.add", { code: CODE, productId: 1002 });
  expect((await engine.call("linkedBarcodes.list", { productId: 1002 })).links).toMatchObject([
    { barcode: CODE, measureUnitId: null, overruledBy: null },
  ]);
  expect(await engine.call("linkedBarcodes.remove", { barcode: CODE })).toEqual({ removed: true });
  expect(await engine.call("linkedBarcodes.remove", { barcode: CODE })).toEqual({ removed: false });
  expect(await scan(engine)).toMatchObject({ found: "unknown" });
  const actions = (await engine.call("audit.list", {})).entries.map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["barcode.unlinked", "barcode.linked"]);
});

it("reference data that has the barcode in any spelling comes before the link, which says so", async () => {
  const engine = await openShop();
  await engine.call("linkedBarcodes.add", { code: CODE, productId: 1002 });
  await take(engine, [`1001,Tea,0${CODE},1,5,0`]);
  expect(await scan(engine)).toMatchObject({ found: "product", product: { id: 1001 } });
  expect((await engine.call("linkedBarcodes.list", { productId: 1002 })).links[0]).toMatchObject({
    overruledBy: 1001,
  });
  expect(await engine.refusal("linkedBarcodes.add", { code: CODE, productId: 1002 })).toMatchObject({
    code: "wrong_state",
    details: { productId: 1001 },
  });
});

it("a link to a product that was deleted since is not used, and one to none or of no barcode is refused", async () => {
  const engine = await openShop();
  await engine.call("linkedBarcodes.add", { code: CODE, productId: 1002 });
  await take(engine, ["1002,Rice,,1,9,1"]);
  expect(await scan(engine)).toMatchObject({ found: "unknown" });
  expect(await engine.refusal("linkedBarcodes.add", { code: CODE, productId: 7 })).toMatchObject({
    code: "not_found",
  });
  expect(await engine.refusal("linkedBarcodes.add", { code: "]C110ABC", productId: 1001 })).toMatchObject({
    code: "invalid_input",
  });
});
