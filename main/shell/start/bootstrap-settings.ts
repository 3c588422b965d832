/** What the window needs before the rest of the program is loaded: read from the profile's files, never written. */
import { join } from "node:path";
import type { Settings } from "../../../contract/channels/shell.ts";
import { readSmallFile } from "../files/small-file.ts";

const THEMES: readonly Settings["theme"][] = ["system", "light", "dark"];

/**
 * The theme to open in, and where the window stood, of unknown shape. What can't be read counts as not there: the
 * store that opens the same files a moment later says so and keeps them aside.
 */
export function readBootstrapSettings(profile: string): { theme: Settings["theme"]; window: unknown } {
  const asked = storedUnder(join(profile, "settings.json"), "theme");
  return {
    theme: THEMES.find((theme) => theme === asked) ?? "system",
    window: storedUnder(join(profile, "shell.json"), "window"),
  };
}

function storedUnder(path: string, key: string): unknown {
  const read = readSmallFile(path);
  if (read.kind !== "text") return undefined;
  try {
    const stored: unknown = JSON.parse(read.text);
    return typeof stored === "object" && stored !== null ? Reflect.get(stored, key) : undefined;
  } catch {
    return undefined;
  }
}
