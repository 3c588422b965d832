import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATION_KINDS } from "../../../../contract/operations.ts";
import { type FieldPath, namedFieldPaths } from "../../../../renderer/lib/field-paths.ts";

const places = (words: string, kind = OPERATION_KINDS[0] as (typeof OPERATION_KINDS)[number]): FieldPath[] =>
  namedFieldPaths(words, kind).flatMap((part) => (typeof part === "string" ? [] : [part.path]));

describe("the places that words name", () => {
  it("are a line's field, from 1, with dots, brackets or slashes", () => {
    const found = [{ at: "line", number: 11, field: "productId" }];
    expect(places("422: tenantTransactionProductInputs.10.productId: was deleted")).toEqual(found);
    expect(places("tenantTransactionProductInputs[10].productId is unknown.")).toEqual(found);
    expect(places("at tenantTransactionProductInputs/10/productId")).toEqual(found);
  });

  it("are lines, references and fields of the header", () => {
    expect(places("tenantTransactionProductInputs: holds no product")).toEqual([
      { at: "line", number: null, field: null },
    ]);
    expect(places("documentReferences.0.url; tenantTransactionProductInputs.3")).toEqual([
      { at: "reference", number: 1, field: "url" },
      { at: "line", number: 4, field: null },
    ]);
    expect(places("storeId: no such store; supplierAccountId: is not a supplier")).toEqual([
      { at: "header", field: "storeId" },
      { at: "header", field: "supplierAccountId" },
    ]);
  });

  it("are those of that request only, and no unknown ones", () => {
    expect(places("tenantTransactionProductInputs.1.colour; fromCurrencyId; mystoreId; storeId2")).toEqual(
      [],
    );
    expect(places("tenantTransactionProductInputs.1.productId.name")).toEqual([]);
    expect(places("TenantBalances.1.amount")).toEqual([]);
    expect(places("transfers.0: what is this")).toEqual([]);
    expect(places("fromCurrencyId: is not known", "restoreExchangeRate")).toEqual([
      { at: "restored", field: "fromCurrencyId" },
    ]);
    expect(places("tenantTransactionProductInputs.1.productId", "taxVoucher")).toEqual([]);
  });

  it("are everyday words only where they stand as a name", () => {
    expect(places("422: the amount is above what is owed, note it", "taxVoucher")).toEqual([]);
    expect(places("422: not accepted; amount: is negative", "taxVoucher")).toEqual([
      { at: "header", field: "amount" },
    ]);
    expect(places("422: status: 7 is not known", "taxVoucher")).toEqual([{ at: "header", field: "status" }]);
  });

  it("lose nothing of the words", () => {
    const piece = fc.constantFrom(
      "storeId",
      "tenantTransactionProductInputs.",
      "12",
      ".",
      "[",
      "]",
      ": ",
      "صنف",
      "é",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((pieces) => pieces.join("")),
        ),
        fc.constantFrom(...OPERATION_KINDS),
        (words, kind) => {
          const raw = namedFieldPaths(words, kind).map((part) =>
            typeof part === "string" ? part : part.raw,
          );
          expect(raw.join("")).toBe(words);
        },
      ),
    );
  });
});
