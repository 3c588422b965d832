import { describe, expect, it } from "vitest";
import {
  emptyDraft,
  emptyLine,
  isWorthKeeping,
} from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  changedDraft,
  type Goods,
  inUnitBefore,
  lineOfGoods,
} from "../../../../renderer/screens/purchase-return/draft/draft-actions.ts";

const TEA = { productId: "7", measureUnitId: "1", price: "12.5" };
const draft = emptyDraft("draft");
const scan = (lineId: string, goods: Goods = TEA) => ({ type: "scan", lineId, goods }) as const;

describe("a return while it is typed", () => {
  it("makes a line of the first scan and raises it with the next", () => {
    const twice = changedDraft(changedDraft(draft, scan("a")), scan("b"));
    expect(twice.lines.map(({ lineId, quantity, price }) => [lineId, quantity, price])).toEqual([
      ["a", "2", "12.5"],
    ]);
  });

  it("adds one exactly, whatever digits the quantity was typed in", () => {
    const typed = changedDraft(changedDraft(draft, scan("a")), {
      type: "cell",
      lineId: "a",
      field: "quantity",
      value: "٠٫٣",
    });
    expect(changedDraft(typed, scan("b")).lines[0]?.quantity).toBe("1.3");
  });

  it("opens a new line for another unit, and beside a quantity it can't read", () => {
    const box = changedDraft(changedDraft(draft, scan("a")), scan("b", { ...TEA, measureUnitId: "2" }));
    expect(box.lines).toHaveLength(2);
    const wrong = changedDraft(box, { type: "cell", lineId: "a", field: "quantity", value: "many" });
    expect(changedDraft(wrong, scan("c")).lines).toHaveLength(3);
    expect(lineOfGoods(wrong, TEA)).toBeUndefined();
  });

  it("fills quantity and dates from a scan, and raises only the line that says the same", () => {
    const dated = { ...TEA, quantity: "6", productionAt: "2026-01-05", expiryAt: "2027-12-31" };
    const first = changedDraft(draft, scan("a", dated));
    expect(first.lines).toMatchObject([
      { quantity: "6", productionAt: "2026-01-05", expiryAt: "2027-12-31" },
    ]);
    const again = changedDraft(first, scan("b", dated));
    expect(again.lines.map(({ quantity }) => quantity)).toEqual(["12"]);
    const other = changedDraft(again, scan("c", { ...dated, expiryAt: "2028-06-30" }));
    expect(other.lines.map(({ quantity, expiryAt }) => [quantity, expiryAt])).toEqual([
      ["12", "2027-12-31"],
      ["6", "2028-06-30"],
    ]);
  });

  it("blanks nothing with a scan that says less, and dates no goods that were scanned without", () => {
    const dated = changedDraft(draft, scan("a", { ...TEA, expiryAt: "2027-12-31", description: "Batch A7" }));
    expect(changedDraft(dated, scan("b")).lines).toMatchObject([
      { quantity: "2", expiryAt: "2027-12-31", description: "Batch A7" },
    ]);
    const plain = changedDraft(draft, scan("a"));
    const more = changedDraft(plain, scan("b", { ...TEA, expiryAt: "2027-12-31" }));
    expect(more.lines.map(({ quantity, expiryAt }) => [quantity, expiryAt])).toEqual([
      ["1", ""],
      ["1", "2027-12-31"],
    ]);
  });

  it("leaves a quantity that the code can't tell to be entered, on a separate line", () => {
    const asked = changedDraft(changedDraft(draft, scan("a")), scan("b", { ...TEA, quantity: "" }));
    expect(asked.lines.map(({ quantity }) => quantity)).toEqual(["1", ""]);
  });

  it("never replaces a typed price, and takes a default again once it is emptied", () => {
    const scanned = changedDraft(draft, scan("a"));
    const typed = changedDraft(scanned, { type: "cell", lineId: "a", field: "price", value: "9" });
    const unit = { type: "chooseUnit", lineId: "a", measureUnitId: "2", price: "150" } as const;
    expect(changedDraft(typed, unit).lines[0]?.price).toBe("9");
    const emptied = changedDraft(typed, { type: "cell", lineId: "a", field: "price", value: "" });
    expect(changedDraft(emptied, unit).lines[0]?.price).toBe("150");
  });

  it("never empties a price by another unit: it stays, with the unit that it was for until it is looked at", () => {
    const before = changedDraft(draft, scan("a"));
    const { price, measureUnitId } = before.lines[0] ?? emptyLine("none");
    const to = (id: string, known: string) =>
      ({ type: "chooseUnit", lineId: "a", measureUnitId: id, price: known }) as const;
    const kept = changedDraft(before, to("2", ""));
    expect(kept.lines[0]).toMatchObject({ measureUnitId: "2", price, priceUnitId: measureUnitId });
    expect(changedDraft(kept, to("3", "")).lines[0]?.priceUnitId).toBe(measureUnitId);
    expect(changedDraft(kept, to(measureUnitId, "")).lines).toEqual(before.lines);
    expect(changedDraft(kept, to("3", "150")).lines[0]).not.toHaveProperty("priceUnitId");
    const typed = changedDraft(kept, { type: "cell", lineId: "a", field: "price", value: "9" });
    expect(typed.lines[0]).not.toHaveProperty("priceUnitId");
    const line = before.lines[0] ?? emptyLine("none");
    expect(changedDraft(kept, { type: "line", line }).lines).toEqual(before.lines);
  });

  it("raises the last of two lines of the same goods", () => {
    const [one] = changedDraft(draft, scan("a")).lines;
    if (one === undefined) throw new Error("no line");
    const two = { ...draft, lines: [one, { ...one, lineId: "b" }] };
    expect(changedDraft(two, scan("c")).lines.map(({ quantity }) => quantity)).toEqual(["1", "2"]);
  });

  it("puts pasted lines in the place of blank ones", () => {
    const blank = changedDraft(draft, { type: "addLine", lineId: "a" });
    const lines = [{ ...emptyLine("p"), productId: "7" }];
    expect(changedDraft(blank, { type: "appendLines", lines }).lines.map(({ lineId }) => lineId)).toEqual([
      "p",
    ]);
  });

  it("puts a removed line back where it was", () => {
    const three = ["a", "b", "c"].reduce(
      (before, lineId) => changedDraft(before, { type: "addLine", lineId }),
      draft,
    );
    const line = three.lines[1] ?? emptyLine("none");
    const without = changedDraft(three, { type: "removeLine", lineId: "b" });
    expect(without.lines.map(({ lineId }) => lineId)).toEqual(["a", "c"]);
    expect(changedDraft(without, { type: "putBack", line, at: 1, references: [] }).lines).toEqual(
      three.lines,
    );
  });

  it("keeps what was typed since a unit became another when the unit is put back", () => {
    const before = changedDraft(draft, scan("a"));
    const line = before.lines[0] ?? emptyLine("none");
    const cell = { type: "cell", lineId: "a" } as const;
    const changed = [
      { type: "chooseUnit", lineId: "a", measureUnitId: "2", price: "" } as const,
      { ...cell, field: "description", value: "torn" } as const,
      { ...cell, field: "freeQuantity", value: "2" } as const,
    ].reduce(changedDraft, before);
    const now = changed.lines[0] ?? emptyLine("none");
    const back = changedDraft(changed, { type: "line", line: inUnitBefore(now, line) });
    expect(back.lines).toEqual([{ ...line, description: "torn", freeQuantity: "2" }]);
  });

  it("leaves other lines the very same objects, so that only the changed one is drawn again", () => {
    const two = changedDraft(changedDraft(draft, scan("a")), scan("b", { ...TEA, productId: "8" }));
    const after = changedDraft(two, { type: "cell", lineId: "a", field: "description", value: "torn" });
    expect(after.lines[1]).toBe(two.lines[1]);
  });

  it("ignores a key that was still on its way to a line that is gone", () => {
    expect(changedDraft(draft, { type: "cell", lineId: "gone", field: "price", value: "1" }).lines).toEqual(
      [],
    );
  });
});

describe("a kept draft", () => {
  it("is worth keeping once anything of it was typed, and not for what it took over", () => {
    expect(
      isWorthKeeping(emptyDraft("x", { storeId: "1", currencyId: "YER", cashOrBankAccountId: "5" })),
    ).toBe(false);
    expect(isWorthKeeping(changedDraft(draft, { type: "addLine", lineId: "a" }))).toBe(false);
    expect(isWorthKeeping(changedDraft(draft, scan("a")))).toBe(true);
  });
});
