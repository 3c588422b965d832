import { expect, it } from "vitest";
import { fractionRoom } from "../../../../renderer/features/amount.tsx";

it("a list has room for its longest fraction, of three digits at most: an endless one moves no other amount", () => {
  expect(fractionRoom([])).toBe(2);
  expect(fractionRoom(["300.75", null, "12"])).toBe(2);
  expect(fractionRoom(["67999.999", "1.5"])).toBe(3);
  expect(fractionRoom(["1.058635269", "485.00"])).toBe(3);
});
