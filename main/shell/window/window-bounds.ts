/** Where the window opens. Pure. */
import { isRecord } from "../../../contract/is-record.ts";

export const SMALLEST = { width: 1024, height: 700 } as const;
const PREFERRED = { width: 1360, height: 860 } as const;
/** So much of the title bar must lie on a display for the window to be found and moved. */
const GRIP = { width: 120, height: 40 } as const;

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface WindowState {
  bounds: Rectangle;
  maximized: boolean;
}

/** By hand: zod is not loaded yet when the window opens. */
function readState(stored: unknown): WindowState | null {
  if (!isRecord(stored) || !isRecord(stored.bounds) || typeof stored.maximized !== "boolean") return null;
  const { x, y, width, height } = stored.bounds;
  if (!isCoordinate(x) || !isCoordinate(y) || !isCoordinate(width) || !isCoordinate(height)) return null;
  return { bounds: { x, y, width, height }, maximized: stored.maximized };
}

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 100_000;

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

function gripIsOn(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  return across >= GRIP.width && bounds.y >= area.y && bounds.y + GRIP.height <= area.y + area.height;
}

/** The size that a window may have on this display. */
const fitted = (size: { width: number; height: number }, area: Rectangle) => ({
  width: clamp(size.width, SMALLEST.width, Math.max(area.width, SMALLEST.width)),
  height: clamp(size.height, SMALLEST.height, Math.max(area.height, SMALLEST.height)),
});

/** The stored place where it can still be seen; otherwise the middle of the first display. */
export function openingState(stored: unknown, workAreas: readonly Rectangle[]): WindowState {
  const known = readState(stored);
  const maximized = known?.maximized ?? false;
  if (known !== null) {
    for (const area of workAreas) {
      // The grip is looked for at the size it will have, not at the stored one.
      const bounds = { ...known.bounds, ...fitted(known.bounds, area) };
      if (gripIsOn(bounds, area)) return { bounds, maximized };
    }
  }
  const first = workAreas[0] ?? { x: 0, y: 0, ...PREFERRED };
  const { width, height } = fitted(PREFERRED, first);
  const x = first.x + Math.max(0, Math.round((first.width - width) / 2));
  const y = first.y + Math.max(0, Math.round((first.height - height) / 2));
  return { bounds: { x, y, width, height }, maximized };
}
