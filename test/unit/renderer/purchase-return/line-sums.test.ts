import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyLine, type ReturnLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  latestSums,
  returnTotal,
  sumsOfLines,
  takenOf,
  totalOf,
} from "../../../../renderer/screens/purchase-return/draft/sums.ts";
import type { UnitBases } from "../../../../renderer/screens/purchase-return/draft/units.ts";

const BASES: UnitBases = new Map([
  ["1", { baseId: "1", factor: "1" }],
  ["2", { baseId: "1", factor: "12" }],
]);

const line = (price: string, quantity: string, freeQuantity = ""): ReturnLine => ({
  ...emptyLine(`${price} ${quantity}`),
  productId: "7",
  measureUnitId: "1",
  price,
  quantity,
  freeQuantity,
});

const typed = fc.constantFrom("", "0", "1", "0.1", "2.75", "-3", "1,234", "x", "12345678901234.0001");
const someLine = fc
  .record({
    productId: fc.constantFrom("", "7", "8"),
    measureUnitId: fc.constantFrom("", "1", "2", "3"),
    price: typed,
    quantity: typed,
    freeQuantity: typed,
  })
  .map((fields): ReturnLine => ({ ...emptyLine("a"), ...fields }));

/** A change of the lines at some place: some are taken out, others are put in. */
const change = fc.record({ at: fc.nat(12), out: fc.nat(4), put: fc.array(someLine, { maxLength: 4 }) });

describe("what all lines come to", () => {
  it("counts free goods as goods and not as money", () => {
    const lines = [line("1", "2", "5"), line("1", "0.5")];
    const sums = sumsOfLines(lines);
    expect(totalOf(sums)).toBe("2.5");
    expect(takenOf(sums, line("", ""))).toBe("7.5");
    expect(takenOf(sums, { ...line("", ""), productId: "8" })).toBeUndefined();
  });

  it("says of how many lines something is typed, and how many of these have no total yet", () => {
    const lines = [line("1", "2"), line("", "2"), { ...emptyLine("blank") }];
    const sums = sumsOfLines(lines);
    expect([sums.typed, sums.open]).toEqual([2, 1]);
    const fewer = sumsOfLines(lines.slice(0, 1), undefined, sums);
    expect([fewer.typed, fewer.open]).toEqual([1, 0]);
  });

  it("is counted once for all who ask in one turn", () => {
    const lines = [line("1", "2")];
    const sums = latestSums(lines, BASES);
    expect(latestSums(lines, BASES)).toBe(sums);
    expect(totalOf(latestSums([...lines, line("3", "1")], BASES))).toBe("5");
  });

  it("is the same whether it was summed anew or followed through any changes", () => {
    fc.assert(
      fc.property(
        fc.array(someLine, { maxLength: 12 }),
        fc.array(change, { maxLength: 8 }),
        (first, changes) => {
          let lines = first;
          let followed = sumsOfLines(lines, BASES);
          for (const { at, out, put } of changes) {
            lines = lines.toSpliced(at, out, ...put);
            followed = sumsOfLines(lines, BASES, followed);
            const anew = sumsOfLines(lines, BASES);
            expect(totalOf(followed)).toBe(returnTotal(lines));
            expect([followed.typed, followed.open]).toEqual([anew.typed, anew.open]);
            for (const one of [...first, ...put]) expect(takenOf(followed, one)).toBe(takenOf(anew, one));
          }
        },
      ),
    );
  });

  it("is summed anew where the units became others", () => {
    const lines = [{ ...line("1", "2"), measureUnitId: "2" }];
    const before = sumsOfLines(lines, new Map());
    expect(takenOf(sumsOfLines(lines, BASES, before), line("", ""))).toBe("24");
  });

  it("is the same object for the same lines", () => {
    const lines = [line("1", "2")];
    const sums = sumsOfLines(lines, BASES);
    expect(sumsOfLines(lines, BASES, sums)).toBe(sums);
  });
});
