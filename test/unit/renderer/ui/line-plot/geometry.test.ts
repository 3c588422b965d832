import { describe, expect, it } from "vitest";
import { geometryOf, moved, nearest } from "../../../../../renderer/ui/line-plot/geometry.ts";

const ROOM = { width: 120, height: 60, margin: 10, rtl: false };
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const point = (minute: number, value: string | null) => ({ at: at(minute), value });

describe("a plot over time", () => {
  it("places points by their times and amounts, level until the next", () => {
    const plot = geometryOf([point(0, "10"), point(1, "30"), point(4, "20")], ROOM);
    expect(plot).toMatchObject({ lowest: "10", highest: "30", zeroY: null });
    expect(plot?.placed).toEqual([
      { index: 0, x: 10, y: 50 },
      { index: 1, x: 35, y: 10 },
      { index: 2, x: 110, y: 30 },
    ]);
    expect(plot?.paths).toEqual(["M10 50H35V10H110V30"]);
  });

  it("runs the other way where the language does", () => {
    const plot = geometryOf([point(0, "1"), point(1, "2")], { ...ROOM, rtl: true });
    expect(plot?.placed.map(({ x }) => x)).toEqual([110, 10]);
  });

  it("keeps amounts apart that floating point would take for one", () => {
    const plot = geometryOf([point(0, "90071992547409931.001"), point(1, "90071992547409931.002")], ROOM);
    expect(plot?.placed.map(({ y }) => y)).toEqual([50, 10]);
    expect(plot?.highest).toBe("90071992547409931.002");
  });

  it("breaks where an amount is not known", () => {
    const plot = geometryOf([point(0, "1"), point(1, null), point(2, "3")], ROOM);
    expect(plot?.paths).toEqual(["M10 50", "M110 10"]);
    expect(plot?.placed.map(({ index }) => index)).toEqual([0, 2]);
    expect(geometryOf([point(0, null)], ROOM)).toBeNull();
  });

  it("shows zero where it lies between, and one amount in the middle", () => {
    expect(geometryOf([point(0, "-10"), point(1, "30")], ROOM)?.zeroY).toBe(40);
    expect(geometryOf([point(0, "7")], ROOM)?.placed).toEqual([{ index: 0, x: 10, y: 30 }]);
  });

  it("steps evenly where all times are one", () => {
    const plot = geometryOf([point(0, "1"), point(0, "2"), point(0, "3")], ROOM);
    expect(plot?.placed.map(({ x }) => x)).toEqual([10, 60, 110]);
  });
});

describe("standing on a point", () => {
  const placed = [
    { index: 0, x: 10, y: 0 },
    { index: 2, x: 60, y: 0 },
    { index: 3, x: 110, y: 0 },
  ];

  it("finds the nearest to the pointer", () => {
    expect(nearest(placed, 70)).toBe(2);
    expect(nearest(placed, -5)).toBe(0);
    expect(nearest([], 5)).toBeNull();
  });

  it("moves as the eye does, and stops at the ends", () => {
    expect(moved(placed, 2, "ArrowRight", false)).toBe(3);
    expect(moved(placed, 2, "ArrowRight", true)).toBe(0);
    expect(moved(placed, 3, "ArrowRight", false)).toBe(3);
    expect(moved(placed, 3, "Home", false)).toBe(0);
    expect(moved(placed, 0, "End", true)).toBe(3);
    expect(moved(placed, 0, "a", false)).toBeNull();
  });
});
