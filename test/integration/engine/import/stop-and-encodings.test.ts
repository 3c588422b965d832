/** An import that is stopped, columns that are remembered, sheets that hold nothing, letters of other encodings. */

import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHANNELS, type ChannelInput } from "../../../../contract/channels.ts";
import { CountersideError } from "../../../../contract/error.ts";
import { MOST_BATCH_ROWS } from "../../../../main/engine/import/run/import-file.ts";
import { openShop } from "./shop-files.ts";
import { partsOf, zipOf } from "./xlsx-files.ts";

type Shop = ReturnType<typeof openShop>;

const preview = async (shop: Shop, input: ChannelInput<"referenceData.preview">) =>
  CHANNELS["referenceData.preview"].output.parse(
    await shop.service.preview(CHANNELS["referenceData.preview"].input.parse(input)),
  );
const run = async (shop: Shop, input: ChannelInput<"referenceData.import">) =>
  CHANNELS["referenceData.import"].output.parse(
    await shop.service.import(CHANNELS["referenceData.import"].input.parse(input)),
  );
async function refusal(task: Promise<unknown>): Promise<CountersideError> {
  const error = await task.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof CountersideError)) throw new Error("it was not refused");
  return error;
}

const stores = (rows: number): string =>
  `id,name\n${Array.from({ length: rows }, (_, index) => `${index + 1},Store ${index}`).join("\n")}\n`;
const countOf = ({ db }: Shop): unknown => db.prepare("SELECT count(*) FROM store").pluck().get();

/** Imports, and stops it after so many rows. */
async function stoppedAt(shop: Shop, rows: number, dryRun: boolean): Promise<CountersideError> {
  const path = shop.put(stores(3_000));
  const refused = refusal(run(shop, { kind: "store", path, importId: "mine", dryRun }));
  while (shop.events.length < rows / MOST_BATCH_ROWS) await new Promise((done) => setImmediate(done));
  expect(shop.service.cancelImport({ importId: "mine" })).toEqual({ found: true });
  return refused;
}

describe("a file that is changed while it is read", () => {
  const changes = {
    "is cut off": (path: string) => truncateSync(path, 40),
    "still grows": (path: string) => appendFileSync(path, "9001,One more\n"),
    "is written anew": (path: string) => writeFileSync(path, stores(3_000).replaceAll("Store", "Shop!")),
  };

  it.each(Object.entries(changes))(
    "is refused where it %s, with what was taken in so far",
    async (_how, change) => {
      const shop = openShop();
      const path = shop.put(stores(3_000));
      const refused = refusal(run(shop, { kind: "store", path }));
      while (shop.events.length === 0) await new Promise((done) => setImmediate(done));
      change(path);
      const error = await refused;
      expect(error).toMatchObject({
        code: "file_unreadable",
        details: { reason: "changed_while_read", dryRun: false, added: countOf(shop) },
      });
      expect(countOf(shop)).toBeLessThan(3_000);
      expect(shop.recorded).toMatchObject([["referenceData.imported", "store", { stopped: true }]]);
    },
  );
});

describe("an import that is stopped", () => {
  it("keeps what was taken in, counts it exactly, writes it down, and the next one brings the rest", async () => {
    const shop = openShop();
    const error = await stoppedAt(shop, 1_000, false);
    expect(error.code).toBe("cancelled");
    const { added } = error.details;
    expect(Number(added)).toBeGreaterThanOrEqual(1_000);
    expect(Number(added)).toBeLessThan(3_000);
    expect(countOf(shop)).toBe(added);
    expect(shop.recorded).toEqual([
      [
        "referenceData.imported",
        "store",
        { file: "file.csv", added, updated: 0, unchanged: 0, rejected: 0, stopped: true },
      ],
    ]);
    expect(shop.events.at(-1)).toMatchObject({ payload: { importId: "mine", dryRun: false, done: true } });
    const rest = await run(shop, { kind: "store", path: shop.put(stores(3_000)) });
    expect(rest).toMatchObject({ added: 3_000 - Number(added), unchanged: added });
  });

  it("has written nothing where it was a dry run", async () => {
    const shop = openShop();
    const error = await stoppedAt(shop, 1_000, true);
    expect(error).toMatchObject({ code: "cancelled", details: { dryRun: true } });
    expect(countOf(shop)).toBe(0);
    expect(shop.recorded).toEqual([]);
    expect(shop.events.at(-1)).toMatchObject({ payload: { dryRun: true, done: true } });
  });

  it("that waits for another takes no row, and the other one is not touched", async () => {
    const shop = openShop();
    const first = run(shop, { kind: "store", path: shop.put(stores(1_200), "a.csv"), importId: "a" });
    const second = refusal(
      run(shop, { kind: "currency", path: shop.put("id,name,digits\nYER,Rial,2\n", "b.csv"), importId: "b" }),
    );
    expect(shop.service.cancelImport({ importId: "b" })).toEqual({ found: true });
    expect(await first).toMatchObject({ added: 1_200 });
    expect(await second).toMatchObject({ code: "cancelled", details: { added: 0 } });
    expect(shop.db.prepare("SELECT count(*) FROM currency").pluck().get()).toBe(0);
  });

  it("is found by its name only while it runs or waits, and no two have one name", async () => {
    const shop = openShop();
    const path = shop.put(stores(10));
    const first = run(shop, { kind: "store", path, importId: "a" });
    expect(() => shop.service.import({ kind: "store", path, importId: "a" })).toThrow(CountersideError);
    await first;
    expect(shop.service.cancelImport({ importId: "a" })).toEqual({ found: false });
    expect(await run(shop, { kind: "store", path, importId: "a" })).toMatchObject({ unchanged: 10 });
  });
});

describe("the columns of a kind", () => {
  it("are remembered from its last import, and used where the file has them all", async () => {
    const shop = openShop();
    const path = shop.put("Ziffer,Wer,Name\n1,Main,x\n");
    const mapping = { Ziffer: "id", Wer: "name" };
    expect(await preview(shop, { kind: "store", path })).toMatchObject({
      mappedBy: "guessed",
      missing: ["id"],
    });
    await run(shop, { kind: "store", path, mapping, dryRun: true });
    expect((await preview(shop, { kind: "store", path })).mappedBy).toBe("guessed");
    await run(shop, { kind: "store", path, mapping });
    expect(await preview(shop, { kind: "store", path })).toMatchObject({ mappedBy: "remembered", mapping });
    expect((await preview(shop, { kind: "permission", path })).mappedBy).toBe("guessed");
    const other = shop.put("Ziffer,Name\n1,Main\n", "other.csv");
    expect(await preview(shop, { kind: "store", path: other })).toMatchObject({ mappedBy: "guessed" });
  });
});

describe("a column that the last import of the kind didn't have", () => {
  it("is matched by its name, and one that was left out on purpose stays left out", async () => {
    const shop = openShop();
    const first = shop.put("Nummer,Wer,price,x\n1,Tea,5,a\n");
    const mapping = { Nummer: "id", Wer: "name" };
    await run(shop, { kind: "product", path: first, mapping });
    const next = shop.put("Nummer,Wer,price,barcode,x\n1,Tea,5,6281000000017,a\n", "next.csv");
    expect(await preview(shop, { kind: "product", path: next })).toMatchObject({
      mappedBy: "remembered",
      mapping: { ...mapping, barcode: "barcode" },
    });
  });
});

describe("a workbook whose first sheet is empty", () => {
  it("is refused with the names of its sheets, and another one is read", async () => {
    const shop = openShop();
    const path = shop.put(
      zipOf(
        partsOf([
          { name: "Cover", rows: [] },
          {
            name: "Stores",
            rows: [
              ["id", "name"],
              ["1", "Main"],
            ],
          },
        ]),
      ),
      "book.xlsx",
    );
    const refused = await refusal(preview(shop, { kind: "store", path }));
    expect(refused).toMatchObject({
      code: "file_invalid",
      details: {
        sheet: "Cover",
        sheets: [
          { name: "Cover", hidden: false },
          { name: "Stores", hidden: false },
        ],
      },
    });
    expect(await preview(shop, { kind: "store", path, sheet: "Stores" })).toMatchObject({ missing: [] });
  });
});

describe("letters of another encoding", () => {
  const text = "id,name\n1,مخزن صنعاء\n2,Aden\n";
  /** As Windows writes Arabic; the letters of this test only. */
  const windows1256 = Buffer.from(
    Array.from(text, (letter) => {
      const byte = { م: 0xe3, خ: 0xce, ز: 0xd2, ن: 0xe4, ص: 0xd5, ع: 0xda, ا: 0xc7, ء: 0xc1 }[letter];
      return byte ?? letter.charCodeAt(0);
    }),
  );
  const swapped = Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
  it.each([
    ["utf8", Buffer.from(text)],
    ["utf8", Buffer.from(`\uFEFF${text}`)],
    ["utf16le", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["utf16le", Buffer.from(text, "utf16le")],
    ["utf16be", swapped],
    ["windows1256", windows1256],
  ] as const)("is recognised in a look: %s", async (encoding, bytes) => {
    const shop = openShop();
    const path = shop.put(bytes);
    const seen = await preview(shop, { kind: "store", path });
    expect(seen.encoding).toBe(encoding);
    expect(seen.undecided).toEqual(encoding === "windows1256" ? ["encoding"] : []);
    expect(seen.rows.map(({ line, values }) => [line, values[1]?.value])).toEqual([
      [2, "مخزن صنعاء"],
      [3, "Aden"],
    ]);
    expect(await run(shop, { kind: "store", path, encoding })).toMatchObject({ added: 2, rejectedCount: 0 });
    expect(shop.db.prepare("SELECT name FROM store WHERE id = 1").pluck().get()).toBe("مخزن صنعاء");
  });

  it("is not guessed where no person looked: the file is refused, with the field and the remedy", async () => {
    const shop = openShop();
    const wide = await refusal(
      run(shop, { kind: "store", path: shop.put(Buffer.from(`\uFEFF${text}`, "utf16le")) }),
    );
    expect(wide.message).toMatch(/save it as CSV in UTF-8/);
    const path = shop.put(windows1256);
    const narrow = await refusal(run(shop, { kind: "store", path }));
    expect(narrow).toMatchObject({
      code: "file_invalid",
      details: {
        reason: "other_encoding",
        field: "encoding",
        choices: expect.arrayContaining(["windows1256"]),
      },
    });
    expect(narrow.message).toMatch(/name what it is in `encoding`, or save it as CSV in UTF-8/);
    const mapping = { id: "id", name: "name" };
    const undecided = await refusal(run(shop, { kind: "store", path, mapping }));
    expect(undecided).toMatchObject({ details: { reason: "encoding_undecided", field: "encoding" } });
    expect(countOf(shop)).toBe(0);
    expect(await run(shop, { kind: "store", path, encoding: "windows1256" })).toMatchObject({ added: 2 });
  });

  it("may be cut between two reads", async () => {
    const shop = openShop();
    const long = `id,name\n${Array.from({ length: 20_000 }, (_, index) => `${index},مخزن`).join("\n")}\n`;
    const path = shop.put(Buffer.from(`\uFEFF${long}`, "utf16le"));
    expect(await run(shop, { kind: "store", path, encoding: "utf16le" })).toMatchObject({
      added: 20_000,
      rejectedCount: 0,
    });
  });
});
