/** Where a key leads in the grid: the decision is pure, so that every key can be tested without a screen. */
import type { KeyboardEvent, RefObject } from "react";

export interface CellPlace {
  row: number;
  column: number;
}

interface KeyPress {
  key: string;
  shift: boolean;
  mod: boolean;
}

interface Caret {
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

type Movement = CellPlace | "addLine" | "scanInput" | null;

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

/** A cell that was just scrolled to is drawn some frames later. */
const FRAMES = 12;

/** Focuses a cell and brings it into sight; false where it is not drawn. */
export function focusDrawnCell(viewport: HTMLElement | null, row: number, column: number): boolean {
  const cell = viewport?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  const field = cell?.querySelector<HTMLElement>("input, select");
  if (cell == null || field == null) return false;
  field.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** Focuses a cell as soon as it is drawn. */
export function focusCell(viewport: RefObject<HTMLElement | null>, row: number, column: number): void {
  let frames = FRAMES;
  const attempt = () => {
    if (focusDrawnCell(viewport.current, row, column)) return;
    frames -= 1;
    if (frames > 0) window.requestAnimationFrame(attempt);
  };
  attempt();
}

const INSIDE: Caret = { left: false, right: false };

/** Where the caret is in a field's text, by its physical ends. A list has no caret: both ends. */
function caretOf(field: Element): Caret {
  if (!(field instanceof HTMLInputElement)) return { left: true, right: true };
  const { selectionStart, selectionEnd, value } = field;
  const first = selectionStart === 0;
  const last = selectionEnd === value.length;
  const whole = first && last;
  const textRightToLeft = getComputedStyle(field).direction === "rtl";
  const onlyCaret = selectionStart === selectionEnd;
  const left = textRightToLeft ? last : first;
  const right = textRightToLeft ? first : last;
  return { left: whole || (onlyCaret && left), right: whole || (onlyCaret && right) };
}

interface GridKeys {
  rows: number;
  /** The places of the columns drawn, in their order. */
  columns: readonly number[];
  goTo: (row: number, column: number) => void;
  addLine: () => void;
  leave: () => void;
  /** Whether Enter in a cell leads back to the field one scans into. */
  scansNext: (row: number, column: number) => boolean;
}

/** The keys of the whole grid; what a cell used itself is left alone. */
export function gridKeyHandler({ rows, columns, goTo, addLine, leave, scansNext }: GridKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || event.altKey) return;
    const { target } = event;
    const cell = target instanceof Element ? target.closest("[data-row][data-column]") : null;
    if (cell === null || !(target instanceof Element)) return;
    const place = {
      row: Number(cell.getAttribute("data-row")),
      column: columns.indexOf(Number(cell.getAttribute("data-column"))),
    };
    const movement = movementAfter(
      { key: event.key, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey },
      place,
      // Asked for only where it counts: the answer costs the browser a look at the page's styles.
      event.key === "ArrowLeft" || event.key === "ArrowRight" ? caretOf(target) : INSIDE,
      {
        rows,
        columns: columns.length,
        rightToLeft: document.documentElement.dir === "rtl",
        scansNext: scansNext(place.row, columns[place.column] ?? -1),
      },
    );
    if (movement === null) {
      // An arrow must never change the unit by accident: the list is opened with Alt+↓ or Space.
      if (target instanceof HTMLSelectElement && event.key.startsWith("Arrow")) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (movement === "addLine") addLine();
    else if (movement === "scanInput") leave();
    else goTo(movement.row, columns[movement.column] ?? 0);
  };
}
