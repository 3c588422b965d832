import { useViewportSize } from "@mantine/hooks";
import type { Settings } from "../../contract/channels/shell.ts";
import { useSettings } from "./settings.ts";

/** As in `@container app (inline-size < 60rem)`: there the menu is narrow, whatever was chosen. */
const WIDE_MENU_FROM_REM = 60;
const MENU_REM = { wide: 15, narrow: 6 } as const;

/** How wide a screen is beside the menu, in `rem` of the chosen text size; `windowPx` is the window's inside. */
export function screenRem(
  windowPx: number,
  { textScale, menu }: Pick<Settings, "textScale" | "menu">,
): number {
  const windowRem = windowPx / (16 * textScale);
  return windowRem - MENU_REM[windowRem < WIDE_MENU_FROM_REM ? "narrow" : menu];
}

/** Whether a screen is narrower than this, in `rem`: a table then has no room for its columns side by side. */
export function useNarrow(leastRem: number): boolean {
  const settings = useSettings();
  const { width } = useViewportSize();
  // Nothing was measured yet.
  return width > 0 && screenRem(width, settings) < leastRem;
}
