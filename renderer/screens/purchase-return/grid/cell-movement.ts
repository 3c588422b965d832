/** Where a key leads in the grid. Pure, so that every key can be tested without a screen. */

export interface CellPlace {
  row: number;
  column: number;
}

export interface KeyPress {
  key: string;
  shift: boolean;
  mod: boolean;
}

export interface Caret {
  /** The caret, or the selection, touches the physical left or right end of the text; a chosen whole touches both. */
  left: boolean;
  right: boolean;
}

interface Grid {
  rows: number;
  columns: number;
  rightToLeft: boolean;
  /** Enter in this cell leads to the next scan: all is typed that such a line needs. */
  scansNext?: boolean;
}

export type Movement = CellPlace | "addLine" | "scanInput" | null;

const PAGE = 10;

function step(place: CellPlace, by: 1 | -1, grid: Grid): Movement {
  const at = place.row * grid.columns + place.column + by;
  if (at < 0) return "scanInput";
  if (at >= grid.rows * grid.columns) return by === 1 ? "addLine" : null;
  return { row: Math.floor(at / grid.columns), column: at % grid.columns };
}

function sideways(place: CellPlace, by: 1 | -1, grid: Grid): Movement {
  const column = place.column + by;
  return column < 0 || column >= grid.columns ? null : { ...place, column };
}

function toRow(place: CellPlace, row: number, grid: Grid): Movement {
  if (row < 0 && place.row === 0) return "scanInput";
  const target = Math.min(Math.max(row, 0), grid.rows - 1);
  return target === place.row ? null : { ...place, row: target };
}

/** The place a key leads to; null where the key stays in its cell. Tab is the browser's own. */
export function movementAfter(press: KeyPress, place: CellPlace, caret: Caret, grid: Grid): Movement {
  const forward = grid.rightToLeft ? "ArrowLeft" : "ArrowRight";
  if (press.mod) {
    if (press.key === "Home") return { row: 0, column: 0 };
    if (press.key === "End") return { row: grid.rows - 1, column: grid.columns - 1 };
    return null;
  }
  switch (press.key) {
    case "Enter":
      if (grid.scansNext === true && !press.shift) return "scanInput";
      return step(place, press.shift ? -1 : 1, grid);
    case "Escape":
      return "scanInput";
    case "ArrowUp":
      return toRow(place, place.row - 1, grid);
    case "ArrowDown":
      return toRow(place, place.row + 1, grid);
    case "PageUp":
      return place.row === 0 ? null : toRow(place, Math.max(0, place.row - PAGE), grid);
    case "PageDown":
      return toRow(place, place.row + PAGE, grid);
    case "ArrowLeft":
      return !press.shift && caret.left ? sideways(place, forward === "ArrowLeft" ? 1 : -1, grid) : null;
    case "ArrowRight":
      return !press.shift && caret.right ? sideways(place, forward === "ArrowRight" ? 1 : -1, grid) : null;
    default:
      return null;
  }
}
