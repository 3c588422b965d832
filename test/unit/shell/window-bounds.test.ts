import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openingState, SMALLEST } from "../../../main/shell/window/window-bounds.ts";

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1080 };
const SECOND = { x: 1920, y: 0, width: 1600, height: 900 };

describe("openingState", () => {
  it("opens where it was", () => {
    const stored = { bounds: { x: 2000, y: 50, width: 1100, height: 720 }, maximized: false };
    expect(openingState(stored, [DISPLAY, SECOND])).toEqual(stored);
  });

  it("is moved from a display that is gone", () => {
    const stored = { bounds: { x: 2000, y: 50, width: 1100, height: 720 }, maximized: true };
    const state = openingState(stored, [DISPLAY]);
    expect(state.bounds.x + state.bounds.width).toBeLessThanOrEqual(DISPLAY.width);
    expect(state.maximized).toBe(true);
  });

  it.each([
    null,
    7,
    {},
    { bounds: { x: "a" } },
    { bounds: { x: 0, y: 0, width: 1e9, height: 5 }, maximized: false },
  ])("opens in the middle where what was stored is %j", (stored) => {
    const { bounds } = openingState(stored, [DISPLAY]);
    expect(Math.abs(bounds.x * 2 + bounds.width - DISPLAY.width)).toBeLessThanOrEqual(1);
  });

  it("is never smaller than its least, and its title bar can always be caught", () => {
    const number = fc.integer({ min: -5_000, max: 5_000 });
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: number, height: number }), (bounds) => {
        const state = openingState({ bounds, maximized: false }, [DISPLAY, SECOND]);
        expect(state.bounds.width).toBeGreaterThanOrEqual(SMALLEST.width);
        expect(state.bounds.height).toBeGreaterThanOrEqual(SMALLEST.height);
        const seen = [DISPLAY, SECOND].some(
          (area) =>
            state.bounds.y >= area.y &&
            state.bounds.y < area.y + area.height &&
            state.bounds.x < area.x + area.width &&
            state.bounds.x + state.bounds.width > area.x,
        );
        expect(seen).toBe(true);
      }),
    );
  });

  it("fits a display smaller than itself", () => {
    expect(openingState(null, [{ x: 0, y: 0, width: 800, height: 600 }]).bounds).toEqual({
      x: 0,
      y: 0,
      ...SMALLEST,
    });
    expect(openingState(null, []).bounds.width).toBeGreaterThan(0);
  });
});
