import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { isPlain, REFERENCE_KINDS } from "../../../contract/lists.ts";
import { RESTORE_KINDS } from "../../../contract/operations.ts";
import { canonicalDecimal, currencyCode, isoDate, timestamp, uuid } from "../../../contract/values.ts";
import { referenceFiles, rowsOf, writeReferenceFiles } from "../../../main/practice/shop/reference-files.ts";
import { ean13CheckDigit } from "../../../main/practice/shop/sample-products.ts";
import { SAMPLE_SHOP, sampleShop } from "../../../main/practice/shop/sample-shop.ts";
import { temporaryFolder } from "../../helpers/practice/requests.ts";

describe("the sample shop", () => {
  const units = SAMPLE_SHOP.products.flatMap((product) => product.units);

  it("has its own barcodes with right check digits", () => {
    const barcodes = units.map((unit) => unit.barcode);
    expect(new Set(barcodes).size).toBe(barcodes.length);
    for (const barcode of barcodes)
      expect(barcode).toBe(barcode.slice(0, 12) + ean13CheckDigit(barcode.slice(0, 12)));
    // Known from outside: a printed example of the standard.
    expect(ean13CheckDigit("400638133393")).toBe(1);
  });

  it("names only records that it has, in the spelling of the contract", () => {
    const known = (ids: (number | string)[]) => new Set(ids);
    const products = known(SAMPLE_SHOP.products.map(({ id }) => id));
    const measureUnits = known(SAMPLE_SHOP.lists.measureUnit.map(({ id }) => id));
    const accounts = known(SAMPLE_SHOP.lists.account.map(({ id }) => id));
    for (const row of SAMPLE_SHOP.stock) {
      expect(products.has(row.productId) && measureUnits.has(row.measureUnitId)).toBe(true);
      expect(isoDate.parse(row.productionAt) < isoDate.parse(row.expiryAt)).toBe(true);
      expect(canonicalDecimal(row.quantity)).toBe(row.quantity);
    }
    for (const row of SAMPLE_SHOP.balances) {
      expect(accounts.has(row.accountId)).toBe(true);
      expect(canonicalDecimal(row.amount)).toBe(row.amount);
    }
    for (const unit of units) {
      expect(canonicalDecimal(unit.price)).toBe(unit.price);
      expect(canonicalDecimal(unit.costPrice)).toBe(unit.costPrice);
    }
    for (const row of SAMPLE_SHOP.vouchers) {
      uuid.parse(row.serialNo);
      timestamp.parse(row.updatedAt);
      currencyCode.parse(row.currencyId);
    }
  });

  it("has goods that have just expired and goods that will soon, whenever it is opened", () => {
    for (const openedOn of ["2026-11-25", "2029-02-28"]) {
      const days = sampleShop("ar", openedOn).stock.map(
        ({ expiryAt }) => (Date.parse(expiryAt) - Date.parse(openedOn)) / 86_400_000,
      );
      expect(days.some((left) => left > -30 && left < 0)).toBe(true);
      expect(days.some((left) => left > 0 && left < 60)).toBe(true);
    }
  });

  it("has something of everything to practise on", () => {
    expect(SAMPLE_SHOP.products.length).toBeGreaterThanOrEqual(40);
    expect(SAMPLE_SHOP.vouchers).toHaveLength(6);
    for (const list of RESTORE_KINDS)
      expect(rowsOf(SAMPLE_SHOP, list).filter((row) => "deleted" in row && row.deleted === true)).not.toEqual(
        [],
      );
  });
});

describe("the reference files", () => {
  it("carry the columns that the import wants, and every row", async () => {
    const paths = await writeReferenceFiles(temporaryFolder(), SAMPLE_SHOP);
    const rows = (kind: string): Record<string, string>[] =>
      parse(readFileSync(paths[kind] ?? "", "utf8"), { columns: true });
    expect(Object.values(paths).map((path) => basename(path))).toContain("taxVoucher.csv");
    expect(Object.keys(referenceFiles(SAMPLE_SHOP)).sort()).toEqual(
      REFERENCE_KINDS.filter((list) => !isPlain(list) || list in SAMPLE_SHOP.lists).sort(),
    );
    expect(rows("product")[0]).toEqual({
      id: "1001",
      name: "Basmati rice 5 kg",
      barcode: "2900000100107",
      measureUnitId: "1",
      price: "5900",
      costPrice: "5200",
      deleted: "0",
    });
    expect(rows("taxVoucher")).toHaveLength(6);
    expect(rows("taxVoucher")[2]?.note).toBe("Sales tax, first quarter");
    expect(
      rows("account")
        .filter(({ deleted }) => deleted === "1")
        .map(({ id }) => id),
    ).toEqual(["1105", "2102"]);
    expect(rows("measureUnit")[1]).toEqual({
      id: "2",
      name: "Box of 12",
      baseUnitId: "1",
      factor: "12",
      deleted: "0",
    });
  });
});
