/** The settings as the program last told them, for everything that is drawn. */
import type { Settings } from "../contract/channels/shell.ts";
import { useChannel } from "./queries.ts";

/** What is drawn with before the program answered, or where it can't. */
export const DEFAULT_SETTINGS: Settings = {
  language: "en",
  digits: "auto",
  theme: "system",
  textScale: 1,
  menu: "wide",
  statusMeanings: {},
  referenceTypeMeanings: {},
  printPaper: "a4",
  printerName: null,
  printCopies: 1,
  updateServer: null,
  updateChannel: "latest",
};

/** The person's settings. */
export function useSettings(): Settings {
  return useChannel("settings.get", {}).data ?? DEFAULT_SETTINGS;
}
