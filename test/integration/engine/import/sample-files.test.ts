/** The sample files that the import panel saves are files that the engine takes in, in either language. */
import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { csvFile } from "../../../../contract/csv.ts";
import { columnsOf, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { ar } from "../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import {
  fitOfPreview,
  likelyKind,
  sampleName,
  sampleRows,
} from "../../../../renderer/screens/reference-data/import/file-kinds.ts";

import { openShop } from "./shop-files.ts";
import { preview, run } from "./wizard-steps.ts";

const MESSAGES = { en, ar };
const wordsOf = async (lng: "en" | "ar") =>
  createInstance().init({ lng, resources: { [lng]: { translation: MESSAGES[lng] } } });

const cases = (["en", "ar"] as const).flatMap((lng) => REFERENCE_KINDS.map((kind) => [lng, kind] as const));

it.each(cases)("a sample file in %s is taken in whole: %s", async (lng, kind) => {
  const t = await wordsOf(lng);
  const shop = openShop();
  const rows = sampleRows(t, kind);
  const path = shop.put(csvFile(rows), sampleName(t, kind));
  const seen = await preview(shop, { kind, path });
  expect(seen).toMatchObject({ fileType: "csv", encoding: "utf8", missing: [], broken: null });
  // Every column is known by its words on the screen, and every cell is good.
  expect(seen.mapping).toEqual(
    Object.fromEntries(columnsOf(kind).map(({ name }, at) => [rows[0]?.[at], name])),
  );
  expect(seen.rows.map(({ problems }) => problems)).toEqual([[], [], []]);
  expect(await run(shop, { kind, path, mapping: seen.mapping })).toMatchObject({
    added: 3,
    updated: 0,
    rejectedCount: 0,
    ignoredColumns: [],
  });
});

it.each(cases)("its name and header row tell what kind it is, %s: %s", async (lng, kind) => {
  const t = await wordsOf(lng);
  const shop = openShop();
  const path = shop.put(csvFile(sampleRows(t, kind)));
  const fits = await Promise.all(
    REFERENCE_KINDS.map(async (each) => fitOfPreview(each, await preview(shop, { kind: each, path }))),
  );
  const other = kind === "product" ? "store" : "product";
  expect(likelyKind(fits, sampleName(t, kind), other)).toBe(kind);
});
