/** Practice mode: a sample shop with a simulated central system, whose troubles and books are shown. */
import { z } from "zod";
import { nothing } from "./common.ts";
import { shell } from "./declare.ts";

/** What can be rehearsed: the first two meet the next entry that is sent, the last holds until it is ended. */
export const PRACTICE_TROUBLES = ["loseAnswer", "refuse", "expireToken"] as const;
export const practiceTrouble = z.enum(PRACTICE_TROUBLES);
export type PracticeTrouble = z.infer<typeof practiceTrouble>;

/** As the simulated central system has them; amounts are exact decimals as text. */
export const practiceBooks = z.object({
  /** Newest first, the last `BOOKS_SHOWN` of them. */
  transactions: z.array(
    z.object({
      kind: z.enum(["purchaseReturn", "taxVoucher"]),
      serialNo: z.string(),
      at: z.string(),
      /** More than one: the same serial number was recorded again. */
      times: z.number(),
      party: z.string(),
      amount: z.string(),
      currencyId: z.string(),
    }),
  ),
  balances: z.array(z.object({ account: z.string(), amount: z.string(), currencyId: z.string() })),
});
export type PracticeBooks = z.infer<typeof practiceBooks>;

const practiceStatus = z.object({
  /** In practice mode, the stand-in service may still be switched off to try an outage. */
  active: z.boolean(),
  serviceUp: z.boolean(),
  serviceUrl: z.string().nullable(),
  /** What is rehearsed at the moment; null: nothing. */
  trouble: practiceTrouble.nullable(),
});
export type PracticeStatus = z.infer<typeof practiceStatus>;

export const practiceChannels = {
  /** Takes the place of the connection, so it asks as `connection.save` does. */
  "practice.start": shell.changes("settings", nothing, practiceStatus),
  "practice.status": shell.reads("nothing", nothing, practiceStatus),
  "practice.setServiceUp": shell.changes("anybody", z.strictObject({ up: z.boolean() }), practiceStatus),
  /** Has the simulated central system make trouble; null ends it, and gives a new access token where that had expired. */
  "practice.rehearse": shell.changes(
    "anybody",
    z.strictObject({ trouble: practiceTrouble.nullable() }),
    practiceStatus,
  ),
  "practice.books": shell.reads("nothing", nothing, practiceBooks),
  /** The sample shop as on its first day, as a separate company: what was practised so far is left behind. */
  "practice.startOver": shell.changes("settings", nothing, practiceStatus),
};
