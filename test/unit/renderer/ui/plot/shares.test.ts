import { describe, expect, it } from "vitest";
import { moved, placesOf, sharesOf } from "../../../../../renderer/ui/plot/shares.ts";

describe("the shares of a plot", () => {
  it("place amounts between the lowest and the highest, which keep their digits", () => {
    expect(sharesOf(["10", "30.00", "20"])).toEqual({
      shares: [0, 1, 0.5],
      lowest: "10",
      highest: "30.00",
      zero: null,
    });
  });

  it("keep amounts apart that floating point would take for one", () => {
    expect(sharesOf(["90071992547409931.001", "90071992547409931.002"])?.shares).toEqual([0, 1]);
  });

  it("leave out what is not known, and are none where nothing is", () => {
    expect(sharesOf(["1", null, "3"])?.shares).toEqual([0, null, 1]);
    expect(sharesOf([null])).toBeNull();
    expect(sharesOf([])).toBeNull();
  });

  it("tell where zero is between them, and put one amount into the middle", () => {
    expect(sharesOf(["-10", "30"])?.zero).toBe(0.25);
    expect(sharesOf(["0", "30"])?.zero).toBeNull();
    expect(sharesOf(["7"])?.shares).toEqual([0.5]);
  });

  it("take moments as they are, and equal steps where all are one", () => {
    expect(placesOf([5, 6, 9])).toEqual([5, 6, 9]);
    expect(placesOf([5, 5, 5])).toEqual([0, 1, 2]);
  });
});

describe("a key on a plot", () => {
  const values = [4, null, 6, 8];

  it("goes to the next known value as the eye does", () => {
    expect(moved(values, 0, "ArrowRight", false)).toBe(2);
    expect(moved(values, 2, "ArrowLeft", false)).toBe(0);
    expect(moved(values, 0, "ArrowLeft", true)).toBe(2);
    expect(moved(values, 2, "ArrowDown", true)).toBe(0);
  });

  it("stays at the ends, and leads nowhere where it is another's", () => {
    expect(moved(values, 3, "ArrowRight", false)).toBe(3);
    expect(moved(values, 2, "Home", false)).toBe(0);
    expect(moved(values, 0, "End", false)).toBe(3);
    expect(moved(values, 0, "Enter", false)).toBeNull();
  });
});
