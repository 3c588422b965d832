/** A dry run counts what the import would do, and writes nothing. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { List } from "../../../../contract/lists.ts";
import { openShop } from "./shop-files.ts";
import { dump, run } from "./wizard-steps.ts";

describe("a dry run", () => {
  const FILES: Record<string, { kind: List; header: string; rows: fc.Arbitrary<string> }> = {
    product: {
      kind: "product",
      header: "id,name,barcode,measureUnitId,price,costPrice,deleted",
      rows: fc
        .tuple(
          fc.constantFrom("1", "2", "x"),
          fc.constantFrom("A", "B"),
          fc.constantFrom("", "7"),
          fc.constantFrom("", "1"),
          fc.constantFrom("1", "1.0", "2"),
          fc.constantFrom("", "3"),
          fc.constantFrom("0", "1"),
        )
        .map((cells) => cells.join(",")),
    },
    measureUnit: {
      kind: "measureUnit",
      header: "id,name,baseUnitId,factor",
      rows: fc
        .tuple(
          fc.constantFrom("1", "2"),
          fc.constantFrom("A", "B", ""),
          fc.constant(""),
          fc.constantFrom("", "2"),
        )
        .map((cells) => cells.join(",")),
    },
    exchangeRate: {
      kind: "exchangeRate",
      header: "fromCurrencyId,toCurrencyId,rate",
      rows: fc
        .tuple(
          fc.constantFrom("USD", "usd", "SAR"),
          fc.constantFrom("USD", "YER"),
          fc.constantFrom("1", "1.00", "2"),
        )
        .map((cells) => cells.join(",")),
    },
    taxVoucher: {
      kind: "taxVoucher",
      header: "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt",
      rows: fc
        .tuple(
          fc.constantFrom(
            "0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e",
            "0B6A2A52-1F4C-4D5E-9A51-0F0A3B1C2D3E",
            "1b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e",
          ),
          fc.constantFrom("1", "2"),
          fc.constantFrom("2026-01-04T00:00:00Z", "2026-01-06T00:00:00Z"),
        )
        .map(([serialNo, amount, at]) => `${serialNo},USD,${amount},by the service,2,,,${at}`),
    },
    stock: {
      kind: "stock",
      header: "productId,measureUnitId,storeId,expiryAt,costPrice,quantity,updatedAt",
      rows: fc
        .tuple(
          fc.constantFrom("1", "2"),
          fc.constantFrom("", "2027-01-31"),
          fc.constantFrom("", "5", "6"),
          fc.constantFrom("1", "2"),
          fc.constantFrom("", "2026-01-04", "2026-01-06T00:00:00Z"),
        )
        .map(([product, ...others]) => [product, "1", "1", ...others].join(",")),
    },
    purchase: {
      kind: "purchase",
      header: "documentNo,date,supplierAccountId,currencyId,productId,measureUnitId,quantity,batch",
      rows: fc
        .tuple(
          fc.constantFrom("P-1", "P-2"),
          fc.constantFrom("2026-01-04", "2026-01-06"),
          fc.constantFrom("1", "2"),
          fc.constantFrom("3", "4"),
          fc.constantFrom("", "B"),
        )
        .map(([no, date, product, quantity, batch]) =>
          [no, date, "9", "USD", product, "1", quantity, batch].join(","),
        ),
    },
  };

  it.each(Object.keys(FILES))(
    "of %s counts exactly what the import then does, and writes nothing",
    async (name) => {
      const file = FILES[name];
      if (file === undefined) throw new Error(name);
      const { kind, header, rows } = file;
      await fc.assert(
        fc.asyncProperty(
          fc.array(rows, { maxLength: 6 }),
          fc.array(rows, { minLength: 1, maxLength: 10 }),
          async (held, coming) => {
            const shop = openShop();
            if (kind === "taxVoucher")
              shop.db
                .prepare(
                  `INSERT INTO voucher (serial_no, currency_id, amount, note, status, updated_at, source, mirrored_at)
               VALUES ('0b6a2a52-1f4c-4d5e-9a51-0f0a3b1c2d3e', 'USD', '1', 'by the service', 2, '2026-01-05T00:00:00.000Z', 'service', 5)`,
                )
                .run();
            if (held.length > 0) await shop.take(kind, [header, ...held].join("\n"));
            shop.pass(1_000);
            const path = shop.put([header, ...coming].join("\n"));
            const before = dump(shop);
            const { dryRun, findings, ...counted } = await run(shop, { kind, path, dryRun: true });
            expect(dryRun).toBe(true);
            expect(dump(shop)).toEqual(before);
            expect(await run(shop, { kind, path })).toEqual(counted);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it("is exact over many batches, leaves no trace, and lets others write meanwhile", async () => {
    const shop = openShop();
    await shop.take("product", "id,name,price\n1,One,1\n2,Two,2\n");
    const events = shop.events.length;
    const recorded = shop.recorded.length;
    const rows = Array.from(
      { length: 5_000 },
      (_, n) => `${n % 1_500},Name ${n % 1_500 === 700 ? n : n % 1_500},${n % 1_500}`,
    );
    const path = shop.put(`id,name,price\n${rows.join("\n")}`);
    const before = dump(shop);
    const counting = run(shop, { kind: "product", path, dryRun: true });
    const counted = await counting;
    expect(dump(shop)).toEqual(before);
    expect(shop.db.prepare("SELECT count(*) FROM sqlite_temp_schema").pluck().get()).toBe(0);
    expect(shop.recorded).toHaveLength(recorded);
    expect(shop.events.slice(events).map(({ event }) => event)).not.toContain("mirror.changed");

    let isDone = false;
    const again = run(shop, { kind: "product", path, dryRun: true }).finally(() => {
      isDone = true;
    });
    let written = 0;
    while (!isDone) {
      shop.db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('written', ?)").run(String(written));
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBeGreaterThan(5);
    expect(await again).toEqual(counted);
    expect(shop.db.prepare("SELECT value FROM meta WHERE key = 'written'").pluck().get()).toBe(
      String(written - 1),
    );
    const { dryRun: _, findings, ...result } = counted;
    expect(await run(shop, { kind: "product", path })).toEqual(result);
  });

  it("stops when the connection closes, and says that nothing was written", async () => {
    const shop = openShop();
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},Name ${n}`);
    const path = shop.put(`id,name\n${rows.join("\n")}`);
    const before = dump(shop);
    const stopped = Promise.allSettled([
      run(shop, { kind: "product", path, dryRun: true, rejectedPath: join(shop.folder, "rejected.csv") }),
    ]);
    while (shop.events.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await shop.service.close();
    expect(await stopped).toMatchObject([
      {
        status: "rejected",
        reason: { code: "cancelled", message: "The dry run was stopped; nothing was written." },
      },
    ]);
    expect(dump(shop)).toEqual(before);
  });

  it("of a file that is none fails as the import does, and leaves no table behind", async () => {
    const shop = openShop();
    await expect(
      run(shop, { kind: "store", path: shop.put("PK\u0003\u0004"), dryRun: true }),
    ).rejects.toMatchObject({ code: "file_invalid" });
    expect(shop.db.prepare("SELECT count(*) FROM sqlite_temp_schema").pluck().get()).toBe(0);
  });
});
