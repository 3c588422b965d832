import { expect, test } from "vitest";
import { type KindFit, likelyKind } from "../../../../renderer/screens/reference-data/import/file-kinds.ts";

const fitOf = (kind: KindFit["kind"], mapped: number, missing = 0, ignored = 0): KindFit => ({
  kind,
  mapped,
  missing,
  ignored,
});
const IDS_AND_NAMES = [fitOf("product", 2), fitOf("store", 2), fitOf("permission", 2)];

test("the kind whose columns the file has is taken, whatever was chosen", () => {
  expect(likelyKind([fitOf("product", 5), fitOf("store", 2, 0, 3)], "export.csv", "store")).toBe("product");
});

test("a file without a kind's needed column is not of that kind, even by its name", () => {
  expect(likelyKind([fitOf("account", 2, 1), fitOf("store", 2)], "accounts.csv", "product")).toBe("store");
});

test("kinds with the same columns are distinguished by the file's name, in both languages", () => {
  expect(likelyKind(IDS_AND_NAMES, "Stores 2026.csv", "product")).toBe("store");
  expect(likelyKind(IDS_AND_NAMES, "المخازن.csv", "product")).toBe("store");
  expect(likelyKind(IDS_AND_NAMES, "الصلاحيات.csv", "product")).toBe("permission");
});

test("where nothing decides, what was chosen stays", () => {
  expect(likelyKind(IDS_AND_NAMES, "a.csv", "permission")).toBe("permission");
  expect(likelyKind([], "a.csv", "currency")).toBe("currency");
});
