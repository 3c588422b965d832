import { describe, expect, it } from "vitest";
import { MOST_BATCH_ROWS, nextBatchRows } from "../../../../main/engine/import/run/import-file.ts";

describe("the rows of an import's next transaction", () => {
  it("are fewer after a long one, more again after a short one, and stay in between", () => {
    expect(nextBatchRows(240, 30)).toBe(120);
    expect(nextBatchRows(120, 12)).toBe(120);
    expect(nextBatchRows(120, 3)).toBe(240);
  });

  it("never leave their bounds, however slow or fast the disk is", () => {
    let rows = MOST_BATCH_ROWS;
    for (let batch = 0; batch < 10; batch += 1) rows = nextBatchRows(rows, 5_000);
    expect(rows).toBe(60);
    for (let batch = 0; batch < 10; batch += 1) rows = nextBatchRows(rows, 0);
    expect(rows).toBe(MOST_BATCH_ROWS);
  });
});
