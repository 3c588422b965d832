import { useViewportSize } from "@mantine/hooks";
import { useSettings } from "./settings.ts";

/** As in `@container app (inline-size < 60rem)`: a small window, or large text in a usual one. */
const NARROW_REM = 60;

/** Whether a table has no room for its columns side by side, and folds them. */
export function useNarrow(): boolean {
  const { textScale } = useSettings();
  const { width } = useViewportSize();
  // Nothing was measured yet.
  return width > 0 && width / (16 * textScale) < NARROW_REM;
}
