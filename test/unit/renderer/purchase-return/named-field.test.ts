import { expect, test } from "vitest";
import { namedField } from "../../../../renderer/screens/purchase-return/draft/problems.ts";

test("a line's field is found by its place in the request, with dots or brackets", () => {
  const found = { at: "line", row: 10, column: "product" };
  expect(namedField("422: tenantTransactionProductInputs.10.productId: was deleted", 30)).toEqual(found);
  expect(namedField("tenantTransactionProductInputs[10].productId is unknown", 30)).toEqual(found);
  expect(namedField("tenantTransactionProductInputs.0.quantity", 1)).toEqual({
    at: "line",
    row: 0,
    column: "quantity",
  });
});

test("a field of the header is found by its name", () => {
  expect(namedField("storeId: store 7 is not known", 3)).toEqual({ at: "header", field: "storeId" });
});

test("what names no field, or a line that is not there, leads nowhere", () => {
  expect(namedField("Not today.", 3)).toBeNull();
  expect(namedField("tenantTransactionProductInputs.3.productId", 3)).toBeNull();
  expect(namedField("tenantTransactionProductInputs.1.colour", 3)).toBeNull();
  expect(namedField("mystoreId2", 3)).toBeNull();
});
