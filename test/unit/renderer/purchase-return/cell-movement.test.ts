import { describe, expect, it } from "vitest";
import { movementAfter } from "../../../../renderer/screens/purchase-return/grid/grid-keys.ts";

const grid = { rows: 3, columns: 9, rightToLeft: false };
const whole = { left: true, right: true };
const inside = { left: false, right: false };
const press = (key: string, more = {}) => ({ key, shift: false, mod: false, ...more });
const at = (row: number, column: number) => ({ row, column });

describe("a key in the grid", () => {
  it("goes on with Enter, back with Shift+Enter, and adds a line behind the last cell", () => {
    expect(movementAfter(press("Enter"), at(0, 2), whole, grid)).toEqual(at(0, 3));
    expect(movementAfter(press("Enter"), at(0, 8), whole, grid)).toEqual(at(1, 0));
    expect(movementAfter(press("Enter"), at(2, 8), whole, grid)).toBe("addLine");
    expect(movementAfter(press("Enter", { shift: true }), at(1, 0), whole, grid)).toEqual(at(0, 8));
    expect(movementAfter(press("Enter", { shift: true }), at(0, 1), whole, grid)).toEqual(at(0, 0));
    expect(movementAfter(press("Enter", { shift: true }), at(0, 0), whole, grid)).toBe("scanInput");
  });

  it("goes to the next scan with Enter where the line needs nothing more, and on with no other key", () => {
    const scanned = { ...grid, scansNext: true };
    expect(movementAfter(press("Enter"), at(0, 5), whole, scanned)).toBe("scanInput");
    expect(movementAfter(press("Enter", { shift: true }), at(0, 5), whole, scanned)).toEqual(at(0, 4));
    expect(movementAfter(press("ArrowRight"), at(0, 5), whole, scanned)).toEqual(at(0, 6));
    expect(movementAfter(press("Tab"), at(0, 5), whole, scanned)).toBeNull();
  });

  it("keeps its column up and down, and leaves at the top", () => {
    expect(movementAfter(press("ArrowDown"), at(0, 5), inside, grid)).toEqual(at(1, 5));
    expect(movementAfter(press("ArrowDown"), at(2, 5), inside, grid)).toBeNull();
    expect(movementAfter(press("ArrowUp"), at(0, 5), inside, grid)).toBe("scanInput");
    expect(movementAfter(press("PageDown"), at(0, 5), inside, grid)).toEqual(at(2, 5));
  });

  it("moves sideways only from the end of the text", () => {
    expect(movementAfter(press("ArrowRight"), at(0, 5), inside, grid)).toBeNull();
    expect(movementAfter(press("ArrowRight"), at(0, 5), { left: false, right: true }, grid)).toEqual(
      at(0, 6),
    );
    expect(movementAfter(press("ArrowLeft"), at(0, 0), whole, grid)).toBeNull();
    expect(movementAfter(press("ArrowRight", { shift: true }), at(0, 5), whole, grid)).toBeNull();
  });

  it("mirrors the arrows from right to left, and nothing else", () => {
    const mirrored = { ...grid, rightToLeft: true };
    expect(movementAfter(press("ArrowLeft"), at(0, 5), whole, mirrored)).toEqual(at(0, 6));
    expect(movementAfter(press("ArrowRight"), at(0, 5), whole, mirrored)).toEqual(at(0, 4));
    expect(movementAfter(press("Enter"), at(0, 5), whole, mirrored)).toEqual(at(0, 6));
  });

  it("leaves combinations to the screen", () => {
    expect(movementAfter(press("Enter", { mod: true }), at(0, 5), whole, grid)).toBeNull();
    expect(movementAfter(press("Home", { mod: true }), at(2, 8), whole, grid)).toEqual(at(0, 0));
    expect(movementAfter(press("End", { mod: true }), at(0, 5), whole, grid)).toEqual(at(2, 8));
  });
});
