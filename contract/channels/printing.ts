/**
 * Slips, checklists and statements on paper, as PDF or as CSV. Answered by the Electron main process, always after the posting:
 * nothing here is asked while something is entered.
 */
import { z } from "zod";
import { entryId, text } from "../values.ts";
import { filePath, nothing, timeOut, wholeOut } from "./common.ts";
import { daySheet, sheetNumber } from "./day-sheets.ts";
import { printPage, shell } from "./declare.ts";
import { personId } from "./people.ts";
import { recoveryCodeText } from "./pin.ts";
import { postingChannels } from "./posting.ts";
import { paper, settings } from "./shell.ts";
import { statement, statementChannels } from "./statements.ts";

/** How a print ended; each has its own words and remedy beside the button that asked for it. */
export const PRINT_OUTCOMES = [
  /** Handed to the system's printing; whether paper came out, only the person sees. */
  "printed",
  "saved",
  /** In the system's dialog. */
  "cancelled",
  /** This computer knows no printer at all. */
  "no_printer",
  /** The chosen printer is not there (any more). */
  "printer_gone",
  /** The system's printing refused; `detail` has its words. */
  "print_failed",
  "timed_out",
  /** The page was not drawn as it must be; nothing was printed. */
  "not_drawn",
  /** The file could not be written; `detail` has the system's words. */
  "not_written",
] as const;
export const printOutcome = z.enum(PRINT_OUTCOMES);
export type PrintOutcome = z.infer<typeof printOutcome>;

const printed = z.object({
  outcome: printOutcome,
  /** Where it was saved. */
  path: z.string().nullable(),
  pages: z.number(),
  /** The system's own words, where it gave some. */
  detail: z.string().nullable(),
});
export type Printed = z.infer<typeof printed>;

/** Names out of the mirror by id; an id without a name is printed as an id. */
const names = z.object({
  accounts: z.record(z.string(), z.string()),
  stores: z.record(z.string(), z.string()),
  products: z.record(z.string(), z.string()),
  measureUnits: z.record(z.string(), z.string()),
  /** Fraction digits by currency, where the mirror knows them. */
  currencyDigits: z.record(z.string(), z.number()),
});
export type PrintNames = z.infer<typeof names>;

const entry = postingChannels["outbox.get"].output;
const surroundings = {
  settings,
  names,
  practice: z.boolean(),
  tenantId: wholeOut,
  userId: wholeOut,
  madeAt: timeOut,
};

/** The signed text for a slip's QR code, or why there is none. */
const slipCheck = z.discriminatedUnion("why", [
  z.object({ code: z.string(), why: z.null() }),
  z.object({ code: z.null(), why: z.enum(["noKeyring", "lost", "noAmount", "tooLong"]) }),
]);
export type SlipCheck = z.infer<typeof slipCheck>;

const slipContent = z.object({
  kind: z.literal("slip"),
  paper,
  entry,
  check: slipCheck,
  ...surroundings,
});
/** The counter's public key, for those who check its slips. */
const slipKeyContent = z.object({
  kind: z.literal("slipKey"),
  paper,
  publicKey: z.string(),
  settings,
  names,
  practice: z.boolean(),
  madeAt: timeOut,
});
const checklistContent = z.object({
  kind: z.literal("checklist"),
  form: z.enum(["pages", "csv"]),
  entries: z.array(entry),
  ...surroundings,
});
/** The owner's recovery code. It is held in memory while it is drawn, and goes to a printer only. */
const codeContent = z.object({
  kind: z.literal("recoveryCode"),
  paper,
  /** In fours, as it is shown. */
  code: z.string(),
  settings,
  names,
  practice: z.boolean(),
  madeAt: timeOut,
});
/** By which a person is chosen on the lock screen; it proves nothing. */
const badgeContent = z.object({
  kind: z.literal("badge"),
  paper,
  personId: z.string(),
  name: z.string(),
  settings,
  names,
  practice: z.boolean(),
  madeAt: timeOut,
});
/** The owner's key for backups. It is held in memory while it is drawn, and goes to a printer only. */
const backupKeyContent = z.object({
  kind: z.literal("backupKey"),
  paper,
  publicKey: z.string(),
  key: z.string(),
  words: z.array(z.string()),
  settings,
  names,
  practice: z.boolean(),
  madeAt: timeOut,
});
const statementOf = statementChannels["statements.get"].input.omit({ limit: true, cursor: true });
const statementContent = z.object({
  kind: z.literal("statement"),
  paper,
  form: z.enum(["pages", "csv"]),
  /** Its days, as they were asked for. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** A cursor where only the newest returns are listed. */
  statement,
  ...surroundings,
});
const daySheetContent = z.object({ kind: z.literal("daySheet"), paper, sheet: daySheet, ...surroundings });
const printContent = z.discriminatedUnion("kind", [
  slipContent,
  checklistContent,
  daySheetContent,
  slipKeyContent,
  statementContent,
  codeContent,
  badgeContent,
  backupKeyContent,
]);
export type BackupKeyContent = z.infer<typeof backupKeyContent>;
export type BadgeContent = z.infer<typeof badgeContent>;
export type CodeContent = z.infer<typeof codeContent>;
export type DaySheetContent = z.infer<typeof daySheetContent>;
export type SlipKeyContent = z.infer<typeof slipKeyContent>;
export type SlipContent = z.infer<typeof slipContent>;
export type ChecklistContent = z.infer<typeof checklistContent>;
export type StatementContent = z.infer<typeof statementContent>;
export type PrintContent = z.infer<typeof printContent>;

const jobId = z.uuid();
/** A page on paper has a height that a printer can feed. */
const heightMm = z.number().positive().max(5_000);

// The key that signs the codes on slips: its public half, and the page that checks them. Answered by the main process.

const slipKeyStatus = z.object({
  /** `noKeyring`: the system has none that is safe, so no key is kept. `lost`: the kept one can't be read any more. */
  state: z.enum(["ready", "noKeyring", "lost"]),
  /** 32 bytes, base64url; null where there is none. */
  publicKey: z.string().nullable(),
  /** Its first letters, by which slips name it. */
  keyId: z.string().nullable(),
});
export type SlipKeyStatus = z.infer<typeof slipKeyStatus>;

export const printingChannels = {
  /** A slip of one purchase return or voucher edit; the paper is the one in the settings unless named. */
  "print.slip": shell.changes(
    "print",
    z.strictObject({ entryId, paper: paper.optional(), to: z.enum(["printer", "pdf"]) }),
    printed,
  ),
  /** A sheet of the end of a day, as it is kept; the paper is the one in the settings unless named. */
  "print.daySheet": shell.changes(
    "print",
    z.strictObject({ number: sheetNumber, paper: paper.optional(), to: z.enum(["printer", "pdf"]) }),
    printed,
  ),
  /** Every entry whose outcome is unknown, on A4, or as a table for a spreadsheet. */
  "print.checklist": shell.changes(
    "print",
    z.strictObject({ to: z.enum(["printer", "pdf", "csv"]) }),
    printed,
  ),
  /** The public key that slips are checked with. Throws `vault_unavailable` where there is none. */
  "print.slipKey": shell.changes("print", z.strictObject({ to: z.enum(["printer", "pdf"]) }), printed),
  /** What is known of one account over a period; the paper is the one in the settings unless named. */
  "print.statement": shell.changes(
    () => ["print", "costs"],
    z.strictObject({ of: statementOf, paper: paper.optional(), to: z.enum(["printer", "pdf", "csv"]) }),
    printed,
  ),
  /** The recovery code that the page shows now; to a printer only, so that the program never writes it to a file. */
  "print.recoveryCode": shell.changes("nothing", z.strictObject({ recoveryCode: recoveryCodeText }), printed),
  /** The badge of a person who works here, on paper. Throws `not_found`. */
  "print.badge": shell.changes("people", z.strictObject({ personId }), printed),
  /** The owner's key for backups that the page shows now; to a printer only, as the recovery code. */
  "print.backupKey": shell.changes(
    "print",
    z.strictObject({
      publicKey: text(2_000).min(1),
      key: text(200).min(1),
      words: z.array(text(20).min(1)).min(1).max(40),
    }),
    printed,
  ),
  /** Opens what a print was saved as, unless something else lies there by now, or shows it in its folder. */
  "print.openSaved": shell.changes(
    "anybody",
    z.strictObject({ path: filePath, how: z.enum(["open", "inFolder"]) }),
    z.object({
      outcome: z.enum(["opened", "shown_in_folder", "changed", "failed"]),
      /** The system's words where it could not. */
      detail: z.string().nullable(),
    }),
    { path: "saved" },
  ),
  "print.printers": shell.reads(
    "nothing",
    nothing,
    z.object({
      printers: z.array(z.object({ name: z.string(), displayName: z.string() })),
      /** False: the system did not say in time. */
      known: z.boolean(),
    }),
  ),
  /** For the print page only: what it draws, by the id it was opened with. */
  "print.content": printPage.reads("nothing", z.strictObject({ jobId }), printContent),
  /** For the print page only: it is drawn with its fonts, or it can't be. */
  "print.drawn": printPage.changes(
    "nothing",
    z.discriminatedUnion("result", [
      z.strictObject({
        jobId,
        result: z.literal("pages"),
        heightsMm: z.array(heightMm).min(1).max(10_000),
      }),
      z.strictObject({ jobId, result: z.literal("text"), text: z.string().min(1).max(7_000_000) }),
      z.strictObject({ jobId, result: z.literal("problem"), words: z.string().max(2_000) }),
    ]),
    nothing,
  ),
  /** Makes the key the first time, where the system's keyring is safe. */
  "slipKey.get": shell.reads("nothing", nothing, slipKeyStatus),
  /** Another key from now on. What is signed already is checked with the old one. */
  "slipKey.renew": shell.changes("settings", nothing, slipKeyStatus),
  /** Asks where the page shall go that checks slips without a network, and writes it; null where the person cancelled. */
  "slipKey.savePage": shell.changes("anybody", nothing, z.object({ path: z.string().nullable() })),
};
