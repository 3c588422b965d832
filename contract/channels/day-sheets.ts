/** The end of the day: numbered sheets of what was entered, each bound to the one before by its hash. */
import { z } from "zod";
import { operationKind } from "../operations.ts";
import { personName } from "../rights.ts";
import { decimalOut, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";
import { personId } from "./people.ts";

/** A calendar day of this counter. */
export const calendarDay = z.iso.date();

/** What became of an entry by the time the sheet was made. `unsent` is everything that is still on its way. */
export const DAY_STATES = [
  "confirmed",
  "confirmedByStaff",
  "unsent",
  "unknown",
  "refused",
  "discarded",
  "corrected",
] as const;
export const dayState = z.enum(DAY_STATES);
export type DayState = z.infer<typeof dayState>;

/** A sum of entries of one kind in one currency; a restore has neither currency nor amount. */
const sum = {
  kind: operationKind,
  currencyId: z.string().nullable(),
  entries: z.number(),
  amount: decimalOut.nullable(),
};

const decision = z.object({
  at: timeOut,
  /** Who decided, and who approved it; the names are null where nobody was signed in, or approved. */
  userId: wholeOut,
  person: personName.nullable(),
  approver: personName.nullable(),
  entryId: z.string(),
  kind: operationKind.nullable(),
  serialNo: z.string().nullable(),
  subject: z.string(),
  currencyId: z.string().nullable(),
  amount: decimalOut.nullable(),
  /** The reason, the evidence, or the entry that took its place. */
  words: z.string(),
});

/** So many decisions of each sort are listed; the activity has them all. */
export const MOST_LISTED = 200;

/** What is stored and hashed, unchanged for good. */
export const dayContent = z.object({
  format: z.literal(1),
  number: z.number(),
  day: calendarDay,
  madeAt: timeOut,
  tenantId: wholeOut,
  /** Who made the sheet, on which device. */
  userId: wholeOut,
  madeBy: personName.nullable(),
  deviceId: z.string(),
  /** It holds only what this person entered and decided; null: everything. */
  of: personName.nullable(),
  /** The sheet of the same day, and of the same person, that this one replaces; null for the first. */
  replaces: z.number().nullable(),
  /** What was entered on the day, by whom. */
  entered: z.array(z.object({ ...sum, userId: wholeOut, person: personName.nullable() })),
  /** The same entries by what became of them. */
  states: z.array(z.object({ ...sum, state: dayState })),
  /** What is not settled, whatever day it is of; `oldestAt` null: nothing is. */
  open: z.object({
    unsent: z.number(),
    unknown: z.number(),
    refused: z.number(),
    oldestAt: timeOut.nullable(),
  }),
  /** Decisions that were made on the day, whatever day their entries are of. */
  corrections: z.array(decision),
  discards: z.array(decision),
  confirmedByStaff: z.array(decision),
  /** How many there are in all. */
  counts: z.object({ corrections: z.number(), discards: z.number(), confirmedByStaff: z.number() }),
});
export type DayContent = z.infer<typeof dayContent>;

export const daySheet = dayContent.extend({
  /** SHA-256 of the hash before and the stored content. */
  hash: z.string(),
  previousHash: z.string(),
  /** The sheet of the same day and person that replaced this one; null while it is the last. */
  replacedBy: z.number().nullable(),
});
export type DaySheet = z.infer<typeof daySheet>;

export const sheetNumber = z.number().int().min(1).max(1_000_000_000);

export const daySheetChannels = {
  /**
   * Sums the day as it is now, or one person's part of it, and keeps that as the next number. Throws `invalid_input` for
   * a day to come, `not_found` for nobody's id.
   */
  "daySheets.create": engine.changes(
    "anybody",
    z.strictObject({ day: calendarDay, personId: personId.optional() }),
    daySheet,
  ),
  /** The newest first. */
  "daySheets.list": engine.reads(
    "nothing",
    z.strictObject({ limit: z.number().int().min(1).max(100).optional() }),
    z.object({
      sheets: z.array(daySheet),
      /** False: a sheet doesn't say what its hash or the activity says, or one is missing. */
      chainIntact: z.boolean(),
      /** The day that it is here now. */
      today: calendarDay,
    }),
  ),
  /** Throws `not_found`. */
  "daySheets.get": engine.reads("nothing", z.strictObject({ number: sheetNumber }), daySheet),
};
