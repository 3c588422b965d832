import { describe, expect, it } from "vitest";
import { emptyDraft, emptyLine } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import { changedDraft, groupOf } from "../../../../renderer/screens/purchase-return/draft/draft-actions.ts";

import { typedWrong } from "../../../../renderer/screens/purchase-return/draft/problems.ts";
import {
  batchesOf,
  datesOf,
  hasExpired,
  onlyBatch,
} from "../../../../renderer/screens/purchase-return/draft/stock.ts";

const row = (more: Partial<Parameters<typeof batchesOf>[0][number]> = {}) => ({
  productionAt: "2026-01-01",
  expiryAt: "2027-01-01",
  quantity: "5",
  measureUnitId: 1,
  storeId: 1,
  storeName: "Main",
  answeredAt: "2026-02-01T00:00:00.000Z",
  ...more,
});

describe("the batches of goods", () => {
  it("come with the chosen store first, and what goes off first before what keeps", () => {
    const rows = [
      row({ expiryAt: "2028-01-01" }),
      row({ expiryAt: null }),
      row({ storeId: 2, expiryAt: "2026-01-01" }),
      row({ expiryAt: "2026-06-01" }),
      row({ productionAt: null, expiryAt: null }),
    ];
    expect(batchesOf(rows, "1").map(({ storeId, expiryAt }) => [storeId, expiryAt])).toEqual([
      [1, "2026-06-01"],
      [1, "2028-01-01"],
      [1, null],
      [2, "2026-01-01"],
    ]);
    expect(batchesOf(rows, "").map(({ expiryAt }) => expiryAt)).toEqual([
      ...["2026-01-01", "2026-06-01", "2028-01-01", null],
    ]);
  });

  it("of one expiry come with the oldest first", () => {
    const rows = ["2026-02-01", "2026-01-01", null].map((productionAt) => row({ productionAt }));
    expect(batchesOf(rows, "1").map(({ productionAt }) => productionAt)).toEqual([
      ...["2026-01-01", "2026-02-01", null],
    ]);
  });

  it("are suggested where only one can be meant, in whatever units it is there", () => {
    const other = row({ storeId: 2, expiryAt: "2028-01-01" });
    expect(onlyBatch([row(), row({ measureUnitId: 2 }), other], "1")).toEqual(row());
    expect(onlyBatch([row(), other], "")).toBeNull();
    expect(onlyBatch([other], "1")).toBeNull();
    expect(onlyBatch([], "1")).toBeNull();
  });

  it("count those that are sold out only where no other is known", () => {
    const soldOut = row({ quantity: "0", expiryAt: "2025-01-01" });
    expect(onlyBatch([soldOut, row()], "1")).toEqual(row());
    expect(onlyBatch([soldOut, row({ quantity: "-1" })], "1")).toBeNull();
    expect(onlyBatch([soldOut], "1")).toEqual(soldOut);
  });

  it("fill both dates in one step, and one that is not known is left empty", () => {
    const draft = { ...emptyDraft("d"), lines: [{ ...emptyLine("a"), expiryAt: "12/30" }, emptyLine("b")] };
    const action = { type: "batch", lineId: "a", dates: datesOf(row({ expiryAt: null })) } as const;
    expect(changedDraft(draft, action).lines).toEqual([
      { ...emptyLine("a"), productionAt: "2026-01-01" },
      emptyLine("b"),
    ]);
    expect(groupOf(action)).toBeNull();
  });

  it("may have gone off, and can be returned all the same; only an order that can't be is refused", () => {
    const expired = row({ productionAt: "2024-03-01", expiryAt: "2025-03-01" });
    expect(hasExpired(expired, "2026-11-20")).toBe(true);
    expect(hasExpired(row({ expiryAt: "2026-11-20" }), "2026-11-20")).toBe(false);
    expect(typedWrong({ ...emptyLine("a"), ...datesOf(expired) })).toEqual({});
    const turned = { productionAt: "2026-05-02", expiryAt: "2026-05-01" };
    expect(typedWrong({ ...emptyLine("a"), ...turned }).expiry?.reason).toBe("expiry_before_production");
  });
});
