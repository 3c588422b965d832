/** The totals of an answer's lines: exact, by currency, and none where something is not known. */
import { expect, it } from "vitest";
import { answeredTotal, answeredTotals } from "../../../../renderer/screens/documents/part-fields.ts";

const line = { quantity: "3", price: "0.1", currencyId: "YER" };

it("A line comes to its quantity times its price, exactly, and to nothing where it is free", () => {
  expect(answeredTotal(line)).toBe("0.3");
  expect(answeredTotal({ ...line, quantity: "123456.789", price: "98765432101.654321" })).toBe(
    "12193263111467764.058635269",
  );
  expect(answeredTotal({ ...line, isFree: true })).toBe("0");
  expect(answeredTotal({ ...line, price: null })).toBeNull();
  expect(answeredTotal({ ...line, quantity: "1e3" })).toBeNull();
});

it("The lines are summed by currency, and not at all where one of them is not known", () => {
  expect(answeredTotals([line, { ...line, quantity: 2 }, { ...line, currencyId: "USD" }])).toEqual([
    { currencyId: "YER", amount: "0.5" },
    { currencyId: "USD", amount: "0.3" },
  ]);
  expect(answeredTotals([line, { ...line, price: undefined }])).toBeNull();
  expect(answeredTotals([{ quantity: "1", price: "1" }])).toBeNull();
});
