/** A supplier's statement: what this counter knows of its returns and balances, and nothing that it doesn't. */
import Big from "big.js";
import type { Statement } from "../../../../contract/channels/statements.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import { OPEN_STATES } from "../../../../contract/entry-states.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { isByStaff } from "../../core/outbox/entry-rows.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import { boundId } from "../../file/schema/table.ts";
import { createBalanceHistory } from "../../mirror/balances/balance-history.ts";
import { placeOf } from "../../mirror/documents/document-search.ts";
import type { Shop } from "../shop.ts";
import {
  createStatementReads,
  type Period,
  type StoredReturn,
  type TimedBalance,
} from "./statement-reads.ts";
import { differenceOf, totalsOf, unsentOf } from "./sums.ts";

const DEFAULT_LIMIT = 200;
/** Returns that are summed, and that are looked at for what is unsent, in each state. */
const MOST_RETURNS = 1_000;
const MOST_POINTS = 100;

type Row = Statement["rows"][number];
type Point = Statement["balances"][number]["points"][number];

const rowOf = (found: StoredReturn): Row => ({
  serialNo: found.serial_no,
  at: timestampOf(found.created_at),
  note: found.note,
  state: found.state,
  correctedByEntryId: found.corrected_by_entry_id,
  confirmedByStaff: isByStaff(found),
  currencyId: found.currency_id,
  amount: found.local_amount,
  service:
    found.service_amount === null
      ? null
      : {
          amount: found.service_amount,
          currencyId: found.service_currency_id,
          at: found.answered_at === null ? null : timestampOf(found.answered_at),
        },
  difference: differenceOf(found),
});

const pointOf = ({ amount, serial_no, answered_at }: TimedBalance): Point => ({
  amount,
  at: timestampOf(answered_at),
  serialNo: serial_no,
});

export function createStatementService({ db, clock: { dayOf } }: Shop) {
  const reads = createStatementReads(db);
  const history = createBalanceHistory(db);

  const balancesOf = (account: bigint | string, period: Period): Statement["balances"] =>
    history.currencies(account).flatMap((currencyId) => {
      const found = reads.balances(account, currencyId, period, MOST_POINTS + 1);
      const points = found.slice(0, MOST_POINTS).map(pointOf);
      const earlier = period.from === 0 ? undefined : reads.balanceBefore(account, currencyId, period.from);
      const before = earlier === undefined ? null : pointOf(earlier);
      if (points.length === 0 && before === null) return [];
      const [from, to] = [before?.amount ?? null, points[0]?.amount ?? null];
      return [
        {
          currencyId,
          before,
          points,
          more: found.length > MOST_POINTS,
          change: from === null || to === null ? null : new Big(to).minus(from).toFixed(),
        },
      ];
    });

  return {
    get({ accountId, from, to, limit = DEFAULT_LIMIT, cursor }: ParsedInput<"statements.get">): Statement {
      const account = boundId(accountId);
      const period = {
        from: from === undefined ? 0 : rangeOfDay(from, dayOf).from,
        until: to === undefined ? Number.MAX_SAFE_INTEGER : rangeOfDay(to, dayOf).to,
      };
      const place = cursor === undefined ? null : placeOf(cursor);
      const after = place === null ? null : { created_at: place.at, serial_no: place.serialNo };
      const found = reads.returns(account, period, after, limit + 1);
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      const summed = reads.returns(account, period, null, MOST_RETURNS + 1);
      const open = OPEN_STATES.map((state) => reads.open(state, MOST_RETURNS));
      return {
        account: { accountId, name: history.accountName(account) },
        rows: shown.map(rowOf),
        cursor: last === undefined ? null : `${last.created_at}.${last.serial_no}`,
        totals: totalsOf(summed.slice(0, MOST_RETURNS)),
        moreToSum: summed.length > MOST_RETURNS,
        balances: balancesOf(account, period),
        unsent: unsentOf(open.flat().filter(({ account_id }) => account_id === accountId)),
        moreUnsent: open.some((returns) => returns.length === MOST_RETURNS),
      };
    },
  };
}
