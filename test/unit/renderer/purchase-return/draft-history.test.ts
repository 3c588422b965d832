import { describe, expect, it } from "vitest";
import { emptyDraft, type ReturnDraft } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  asHeld,
  changedDraft,
  changedPlace,
  type DraftAction,
  type DraftHistory,
  groupOf,
  NO_HISTORY,
  recorded,
  STEPS,
  sealed,
  steppedBack,
  steppedForth,
} from "../../../../renderer/screens/purchase-return/draft/draft-actions.ts";

interface State {
  draft: ReturnDraft;
  history: DraftHistory;
}
const TEA = { productId: "7", measureUnitId: "1", price: "12.5" };
const start: State = { draft: emptyDraft("draft"), history: NO_HISTORY };
const changed = ({ draft, history }: State, action: DraftAction): State => {
  const next = changedDraft(draft, action);
  return { draft: next, history: recorded(history, draft, next, groupOf(action)) };
};
const typed = (state: State, value: string, field: "quantity" | "price" = "quantity") =>
  changed(state, { type: "cell", lineId: "a", field, value });
const back = ({ draft, history }: State): State => steppedBack(history, draft) ?? { draft, history };
const forth = ({ draft, history }: State): State => steppedForth(history, draft) ?? { draft, history };
const scanned = changed(start, { type: "scan", lineId: "a", goods: TEA });

describe("steps back and forth", () => {
  it("takes the typing of one cell as one step", () => {
    const twelve = typed(typed(scanned, "1"), "12");
    const price = typed(typed(twelve, "3", "price"), "33", "price");
    expect(back(price).draft.lines[0]).toMatchObject({ quantity: "12", price: "12.5" });
    expect(back(back(price)).draft).toEqual(scanned.draft);
    expect(back(back(back(price))).draft.lines).toEqual([]);
    expect(forth(forth(back(back(price)))).draft).toEqual(price.draft);
  });

  it("begins another step once the keyboard left the cell", () => {
    const first = typed(scanned, "12");
    const second = typed({ ...first, history: sealed(first.history) }, "14");
    expect(back(second).draft.lines[0]?.quantity).toBe("12");
  });

  it("leaves no step for typing that the field itself took back", () => {
    const undone = typed(typed(scanned, "12"), "1");
    expect(undone.history.past).toEqual(scanned.history.past);
    expect(typed(scanned, "1").history).toBe(scanned.history);
  });

  it("forgets what was taken back once something else is typed, and the oldest of too many", () => {
    expect(typed(back(typed(scanned, "12")), "5").history.future).toEqual([]);
    let many = start;
    for (let step = 0; step < STEPS + 5; step += 1)
      many = changed(many, { type: "addLine", lineId: String(step) });
    expect(many.history.past).toHaveLength(STEPS);
  });

  it("forgets what could be redone where typing goes on in the cell that is open", () => {
    const open = typed(typed(scanned, "12"), "125");
    const withFuture = { ...open, history: { ...open.history, future: [start.draft] } };
    expect(typed(withFuture, "1256").history.future).toEqual([]);
  });

  it("takes back what was typed into the references as a step", () => {
    const after = { ...scanned.draft, references: [...scanned.draft.references] };
    const history = recorded(scanned.history, scanned.draft, after, "references");
    expect(steppedBack(history, after)?.draft).toBe(scanned.draft);
  });

  it("takes the typing of a note as one step, and each other field of the header as its own", () => {
    expect(groupOf({ type: "header", field: "note", value: "a" })).toBe("note");
    expect(groupOf({ type: "header", field: "currencyId", value: "YER" })).toBeNull();
  });

  it("keeps two hundred steps", () => expect(STEPS).toBe(200));

  it("takes prices that follow from another store back with it", () => {
    const store = changed(scanned, { type: "header", field: "storeId", value: "2" });
    const priced = changed(store, { type: "reprice", prices: new Map([["a", "11"]]) });
    expect(priced.draft.lines[0]?.price).toBe("11");
    expect(back(priced).draft).toEqual(scanned.draft);
  });

  it("says where the eye belongs", () => {
    expect(changedPlace(scanned.draft, typed(scanned, "2").draft)).toEqual({ row: 0, column: 5 });
    expect(changedPlace(start.draft, scanned.draft)).toEqual({ row: 0, column: 0 });
    expect(changedPlace(scanned.draft, start.draft)).toBeNull();
    expect(changedPlace(scanned.draft, { ...scanned.draft, note: "torn" })).toBeNull();
    const two = changed(scanned, { type: "addLine", lineId: "b" });
    expect(changedPlace(two.draft, scanned.draft)).toEqual({ row: 0, column: 0 });
  });
});

describe("what was typed and taken back again", () => {
  const line = changed(start, { type: "scan", lineId: "a", goods: TEA });

  it("leaves the very draft that was there, with its price as nobody typed it", () => {
    const back = typed(typed(line, "2900000104204", "price"), "12.5", "price");
    expect(back.draft.lines[0]?.priceTyped).toBe(true);
    expect(asHeld(back.draft, line.draft)).toBe(line.draft);
  });

  it("leaves what came meanwhile", () => {
    const more = changed(typed(typed(line, "29", "price"), "12.5", "price"), {
      type: "scan",
      lineId: "b",
      goods: { ...TEA, productId: "8" },
    });
    const kept = asHeld(more.draft, line.draft);
    expect(kept.lines.map(({ lineId, priceTyped }) => [lineId, priceTyped])).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });
});
