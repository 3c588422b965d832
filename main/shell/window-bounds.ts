/** Where the window opens. Pure. */
import { z } from "zod";

export const SMALLEST = { width: 1024, height: 700 } as const;
const PREFERRED = { width: 1360, height: 860 } as const;
/** So much of the title bar must lie on a display for the window to be found and moved. */
const GRIP = { width: 120, height: 40 } as const;

const coordinate = z.number().int().min(-100_000).max(100_000);
export const rectangle = z.object({ x: coordinate, y: coordinate, width: coordinate, height: coordinate });
export type Rectangle = z.infer<typeof rectangle>;
export const windowState = z.object({ bounds: rectangle, maximized: z.boolean() });
export type WindowState = z.infer<typeof windowState>;

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
  const known = windowState.safeParse(stored).data;
  const maximized = known?.maximized ?? false;
  if (known !== undefined) {
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
