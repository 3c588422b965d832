import { expect, it } from "vitest";
import {
  emptyDraft,
  emptyLine,
  typedLines,
} from "../../../../renderer/screens/purchase-return/draft/draft.ts";

it("a new return takes over where one works from the one before, and not for whom", () => {
  const before = {
    ...emptyDraft("before"),
    supplierAccountId: "1101",
    cashOrBankAccountId: "2001",
    storeId: "1",
    currencyId: "YER",
    note: "torn",
  };
  expect(emptyDraft("next", before)).toEqual({
    ...emptyDraft("next"),
    cashOrBankAccountId: "2001",
    storeId: "1",
    currencyId: "YER",
  });
});

it("the lines of a return that count are those of which something is typed", () => {
  const lines = [emptyLine("a"), { ...emptyLine("b"), quantity: "1" }, { ...emptyLine("c"), price: "2" }];
  expect(typedLines({ ...emptyDraft("d"), lines })).toBe(2);
});
