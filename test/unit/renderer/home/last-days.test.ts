import { describe, expect, it } from "vitest";
import { answersPlot, type Day, returnsPlot } from "../../../../renderer/screens/home/day-plots.tsx";

const days = (returns: number[], answers: (number | null)[] = []): Day[] =>
  Array.from({ length: 14 }, (_, index) => ({
    date: `2026-03-${String(index + 1).padStart(2, "0")}`,
    purchaseReturns: returns[index] ?? 0,
    taxVouchers: 0,
    restores: 0,
    answerMs: answers[index] ?? null,
  }));

describe("the plot of returns", () => {
  it("is none below three days with returns", () => {
    expect(returnsPlot(days([5, 0, 4]))).toBeNull();
    expect(returnsPlot(days([5, 1, 4]))).not.toBeNull();
  });

  it("has a slot for every day, a round top and the median of the days with returns", () => {
    const plot = returnsPlot(days([5, 0, 4, 13]));
    expect(plot?.values).toHaveLength(14);
    expect(plot?.from).toEqual({ across: [-0.5, 13.5], up: [0, 20] });
    expect(plot?.marks.up).toEqual([0, 10, 20]);
    expect(plot?.median).toBe(5);
  });

  it("marks whole numbers only", () => {
    expect(returnsPlot(days([1, 1, 1]))?.marks.up).toEqual([0, 1]);
    expect(returnsPlot(days([5, 5, 5]))?.marks.up).toEqual([0, 5]);
    expect(returnsPlot(days([1_000, 900, 3]))?.marks.up).toEqual([0, 500, 1_000]);
  });
});

describe("the plot of answer times", () => {
  it("is none below three days with answers, and leaves a day without any empty", () => {
    expect(answersPlot(days([], [100, null, 90]))).toBeNull();
    expect(answersPlot(days([], [100, null, 90, 80]))?.values.slice(0, 4)).toEqual([100, null, 90, 80]);
  });

  it("begins at zero where no day flattens the others", () => {
    const plot = answersPlot(days([], [100, 90, 1_900]));
    expect(plot?.logarithmic).toBe(false);
    expect(plot?.marks.up).toEqual([0, 1_000, 2_000]);
  });

  it("goes in powers of ten where one day flattens the others", () => {
    const plot = answersPlot(days([], [100, 90, 4_200]));
    expect(plot?.logarithmic).toBe(true);
    expect(plot?.marks.up).toEqual([10, 100, 1_000, 10_000]);
    expect(plot?.from.up).toEqual([10, 10_000]);
  });

  it("has a place for an answer that took no measurable time", () => {
    expect(answersPlot(days([], [0, 1, 500]))?.values.slice(0, 2)).toEqual([1, 1]);
    expect(answersPlot(days([], [0, 1, 500]))?.from.up).toEqual([1, 1_000]);
  });
});
