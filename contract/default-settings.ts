/** The settings until a person chooses otherwise, without zod. */
import type { Settings } from "./channels/shell.ts";

/** The menu is narrow only where somebody made it so. */
export const DEFAULT_SETTINGS: Settings = {
  language: "en",
  digits: "auto",
  theme: "system",
  textScale: 1,
  menu: "wide",
  returnColumns: [],
  scanSound: "attention",
  statusMeanings: {},
  referenceTypeMeanings: {},
  purchaseReferenceType: null,
  shopName: "",
  printPaper: "a4",
  printerName: null,
  printCopies: 1,
  updateServer: null,
  updateChannel: "latest",
};
