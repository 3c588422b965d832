import { expect, it } from "vitest";
import { localAmountOf } from "../../../../contract/return-line.ts";
import { decimal, nonNegativeDecimal } from "../../../../contract/values.ts";

const lines = (...texts: [price: string, quantity: string][]) =>
  texts.map(([price, quantity]) => ({
    price: nonNegativeDecimal.parse(price),
    quantity: nonNegativeDecimal.parse(quantity),
  }));

it("a sum of small lines is exact whatever decimals come first", () => {
  const cases: [string, ReturnType<typeof lines>][] = [
    ["2.05", lines(["1", "2"], ["0.05", "1"])],
    ["2.05", lines(["0.05", "1"], ["1", "2"])],
    ["0.123", lines(["0.1", "1"], ["0.02", "1"], ["0.003", "1"])],
    ["0.123", lines(["0.003", "1"], ["0.02", "1"], ["0.1", "1"])],
    ["10.0625", lines(["5", "2"], ["0.25", "0.25"])],
    ["3", lines(["1.5", "2"])],
  ];
  for (const [sum, of] of cases) expect(localAmountOf(of)).toBe(decimal.parse(sum));
});

it("a sum beyond what plain numbers hold keeps its decimals", () => {
  const large: [string, string] = ["9007199254740993", "1"];
  expect(localAmountOf(lines(["0.01", "1"], large))).toBe("9007199254740993.01");
  expect(localAmountOf(lines(large, ["0.01", "1"]))).toBe("9007199254740993.01");
});
