/** What the Electron main process answers itself; the headless engine doesn't know these. */
import { z } from "zod";
import { OPTIONAL_COLUMNS } from "../return-line.ts";
import { because, text } from "../values.ts";
import { nothing, typedText } from "./common.ts";
import { FILE_PURPOSES, shell } from "./declare.ts";
import { updateChannel, updateServer } from "./updates.ts";

const MOST_MEANINGS = 300;
/** Meanings that the owner wrote for codes the interface doesn't explain. */
const codeMeanings = z
  .record(text(40), text(200))
  // The file of the settings is read at a start only while it is small.
  .refine(
    (meanings) => Object.keys(meanings).length <= MOST_MEANINGS,
    because("too_many", { max: MOST_MEANINGS }),
  );

/** What slips are printed on: an A4 sheet, or a roll 80 mm wide. */
export const PAPERS = ["a4", "roll80"] as const;
export const paper = z.enum(PAPERS);
export type Paper = z.infer<typeof paper>;

/** When a sound follows a scan: where nothing was added, always, or never. */
export const SCAN_SOUNDS = ["attention", "all", "none"] as const;

export const settings = z.strictObject({
  language: z.enum(["en", "ar"]),
  digits: z.enum(["auto", "latin", "arabic"]),
  theme: z.enum(["system", "light", "dark"]),
  textScale: z.number().min(0.8).max(2),
  /** The menu beside the screens: words beside icons, or below them where the screen shall have the room. */
  menu: z.enum(["wide", "narrow"]),
  /** The columns of a return that are drawn although no line uses them. */
  returnColumns: z.array(z.enum(OPTIONAL_COLUMNS)).max(OPTIONAL_COLUMNS.length),
  scanSound: z.enum(SCAN_SOUNDS),
  statusMeanings: codeMeanings,
  referenceTypeMeanings: codeMeanings,
  /** The type of the reference that names a purchase in a return of its goods; null: none is added. */
  purchaseReferenceType: z
    .string()
    .regex(/^-?\d{1,30}$/)
    .nullable(),
  /** Printed at the top of every slip; empty: nothing is. */
  shopName: typedText(100),
  printPaper: paper,
  /** The printer that prints at once, without a dialog; null: the system's dialog asks every time. */
  printerName: text(300).min(1).nullable(),
  printCopies: z.number().int().min(1).max(9),
  /** Where newer versions are looked for; null: nowhere. */
  updateServer: updateServer.nullable(),
  updateChannel,
});
export type Settings = z.infer<typeof settings>;

/** Each person's look, and the printer that is at hand. Every other field matters, also one that is added later. */
const PERSONAL_SETTINGS: ReadonlySet<string> = new Set([
  ...(["language", "digits", "theme", "textScale", "menu", "returnColumns", "scanSound"] as const),
  ...(["printPaper", "printerName", "printCopies"] as const),
] satisfies (keyof Settings)[]);

/** Of a file that is to be saved: a bare name, no path. */
const bareName = text(200).regex(/^[^/\\\p{Cc}]+$/u);

export const shellChannels = {
  "settings.get": shell.reads("nothing", nothing, settings),
  "settings.set": shell.changes(
    (change) =>
      Object.entries(change).every(([field, value]) => value === undefined || PERSONAL_SETTINGS.has(field))
        ? "nothing"
        : ["settings"],
    settings.partial(),
    settings,
    { updateServer: "server" },
  ),
  "vault.status": shell.reads(
    "nothing",
    nothing,
    z.object({
      backend: z.string(),
      /** False: no keyring, or only a hard-coded key; a token can be kept for this run only. */
      canKeep: z.boolean(),
      /** The token held now was written nowhere. */
      thisRunOnly: z.boolean(),
      /** A token was kept here and can't be read any more: the keyring is gone, new or locked. */
      lost: z.boolean(),
    }),
  ),
  "vault.forget": shell.changes("settings", nothing, nothing),
  /** Opens the system's file dialog; null where the person cancelled. The "save…" ones ask where a file shall go. */
  "file.choose": shell.changes(
    "anybody",
    z.strictObject({
      purpose: z.enum(FILE_PURPOSES),
      suggestedName: bareName.optional(),
    }),
    z.object({
      path: z.string().nullable(),
      /** Files of reference data may be chosen together: the others, in their order. */
      others: z.array(z.string()).optional(),
    }),
  ),
  /** Asks where an example of a file of reference data shall go, and writes it as CSV; null where the person cancelled. */
  "referenceData.saveSample": shell.changes(
    "anybody",
    z.strictObject({
      suggestedName: bareName.endsWith(".csv"),
      /** The header row first. */
      rows: z
        .array(z.array(text(200)).min(1).max(30))
        .min(1)
        .max(10),
    }),
    z.object({ path: z.string().nullable() }),
  ),
  "app.environment": shell.reads(
    "nothing",
    nothing,
    z.object({
      platform: z.string(),
      version: z.string(),
      electron: z.string(),
      chromium: z.string(),
      packaged: z.boolean(),
      /** A build or a run on the unofficial fallback Electron. */
      testBuild: z.boolean(),
      locale: z.string(),
      logFolder: z.string(),
    }),
  ),
  "app.quit": shell.changes("nothing", nothing, nothing),
};
