/** What is known of one account: its returns in a period, the balances as reported, and what is unsent. */
import { z } from "zod";
import { personName } from "../rights.ts";
import { accountId, isoDate } from "../values.ts";
import { decimalOut, entryState, limit, timeOut, wholeOut } from "./common.ts";
import { engine } from "./declare.ts";

/** A balance as the service reported it, with the answer to that serial number. */
const balancePoint = z.object({
  amount: decimalOut.nullable(),
  at: timeOut,
  serialNo: z.string().nullable(),
});

const statementRow = z.object({
  serialNo: z.string(),
  /** When it was entered here. */
  at: timeOut,
  note: z.string(),
  /** Who entered it, as they were called then; null where nobody was signed in. */
  person: personName.nullable(),
  /** Null where its entry is not in this file. */
  state: entryState.nullable(),
  correctedByEntryId: z.string().nullable(),
  /** Confirmed because a person saw it in the books; the service itself has not confirmed it. */
  confirmedByStaff: z.boolean(),
  currencyId: z.string(),
  /** This counter's arithmetic. */
  amount: decimalOut,
  /** What the service answered, in its currency, and when; the currency is null where the answer named none. */
  service: z
    .object({ amount: decimalOut, currencyId: z.string().nullable(), at: timeOut.nullable() })
    .nullable(),
  /** The service's amount less this counter's; null where there is none in the same currency. */
  difference: decimalOut.nullable(),
});

export const statement = z.object({
  account: z.object({ accountId: wholeOut, name: z.string().nullable() }),
  /** The returns that were entered on this counter, the newest first. */
  rows: z.array(statementRow),
  /** Of the next page; null at the end. */
  cursor: z.string().nullable(),
  /** The confirmed returns of the period, by currency; `service` and `difference` of those that can be compared. */
  totals: z.array(
    z.object({
      currencyId: z.string(),
      returns: z.number(),
      amount: decimalOut,
      service: decimalOut.nullable(),
      difference: decimalOut.nullable(),
      /** Confirmed, and without an amount of the service in this currency. */
      notCompared: z.number(),
    }),
  ),
  /** The period has more returns than are summed: the totals are of its newest. */
  moreToSum: z.boolean(),
  balances: z.array(
    z.object({
      currencyId: z.string(),
      /** The last before the period. */
      before: balancePoint.nullable(),
      /** Those reported in the period, the newest first. */
      points: z.array(balancePoint),
      more: z.boolean(),
      /** The newest of the period less the last before it; null where one of them is not known. */
      change: decimalOut.nullable(),
    }),
  ),
  /** Entered and neither confirmed nor discarded, whenever that was. */
  unsent: z.array(
    z.object({ currencyId: z.string(), returns: z.number(), amount: decimalOut, oldestAt: timeOut }),
  ),
  /** More is unsent than was looked at. */
  moreUnsent: z.boolean(),
});
export type Statement = z.output<typeof statement>;

export const statementChannels = {
  /** `from` and `to` are calendar days of this counter, both of the period. */
  "statements.get": engine.reads(
    "costs",
    z.strictObject({
      accountId,
      from: isoDate.optional(),
      to: isoDate.optional(),
      limit: limit.optional(),
      cursor: z.string().max(100).optional(),
    }),
    statement,
  ),
};
