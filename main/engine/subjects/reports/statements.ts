/** A supplier's statement: what this counter knows of its returns and balances, and nothing that it doesn't. */

import Big from "big.js";
import type { Statement } from "../../../../contract/channels/statements.ts";
import type { ParsedInput } from "../../../../contract/channels.ts";
import {
  type EntryState,
  isByStaff,
  OPEN_STATES,
  type OpenState,
  type ResolutionKind,
} from "../../../../contract/entry-states.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import { nameIn } from "../../core/outbox/entry-rows.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import type { Db } from "../../file/database/open-database.ts";
import { boundId } from "../../file/schema/table.ts";
import { createBalanceHistory } from "../../mirror/balances.ts";
import { placeOf } from "../../mirror/document-search.ts";
import type { Shop } from "../shop.ts";

// Reads one account's returns for its statement: pages of them, sums, and what is unsent. Every read ends at a limit.

type BoundId = bigint | string;

/** Moments: from the first up to but not with the second. */
interface Period {
  from: number;
  until: number;
}

interface StatementPlace {
  created_at: number;
  serial_no: string;
}
interface StoredReturn extends StatementPlace {
  note: string;
  person: string | null;
  state: EntryState | null;
  corrected_by_entry_id: string | null;
  resolution_kind: ResolutionKind | null;
  currency_id: string;
  local_amount: string;
  service_amount: string | null;
  service_currency_id: string | null;
  answered_at: number | null;
}
interface UnsentReturn {
  currency_id: string;
  local_amount: string;
  created_at: number;
  account_id: unknown;
}
interface TimedBalance {
  amount: string | null;
  serial_no: string | null;
  answered_at: number;
}

function createStatementReads(db: Db) {
  type Asked = { account: BoundId; limit: number } & Period;
  const returns = db.prepare<[Asked & { serialNo: string }], StoredReturn>(
    `SELECT document.created_at, document.serial_no, note, person, state, corrected_by_entry_id, resolution_kind,
       document.currency_id,
       document.local_amount, service_amount, service_currency_id, answered_at
     FROM document LEFT JOIN entry ON entry.sequence = last_sequence
     WHERE account_id = @account AND document.created_at >= @from
       AND (document.created_at, document.serial_no) < (@until, @serialNo)
     ORDER BY document.created_at DESC, document.serial_no DESC LIMIT @limit`,
  );
  const open = db.prepare<[OpenState, number], UnsentReturn>(
    `SELECT document.currency_id, document.local_amount, document.created_at, account_id
     FROM (SELECT serial_no FROM entry WHERE state = ? AND kind = 'purchaseReturn' ORDER BY sequence DESC LIMIT ?)
       CROSS JOIN document USING (serial_no)`,
  );
  const POINT = `SELECT amount, serial_no, answered_at FROM balance_history
    WHERE account_id = @account AND currency_id = @currency AND answered_at < @until`;
  const NEWEST = "ORDER BY answered_at DESC, rowid DESC LIMIT @limit";
  type Of = Asked & { currency: string };
  const points = db.prepare<[Of], TimedBalance>(`${POINT} AND answered_at >= @from ${NEWEST}`);
  const before = db.prepare<[Of], TimedBalance>(`${POINT} ${NEWEST}`);
  return {
    /** The newest first; before `place` where one is given. */
    returns(account: BoundId, { from, until }: Period, place: StatementPlace | null, limit: number) {
      return returns.all({
        account,
        from,
        until: place?.created_at ?? until,
        serialNo: place?.serial_no ?? "",
        limit,
      });
    },
    /** Returns of all accounts in that state, the newest first. */
    open: (state: OpenState, limit: number): UnsentReturn[] => open.all(state, limit),
    balances: (account: BoundId, currency: string, period: Period, limit: number): TimedBalance[] =>
      points.all({ account, currency, ...period, limit }),
    /** The last balance before that moment. */
    balanceBefore: (account: BoundId, currency: string, until: number): TimedBalance | undefined =>
      before.get({ account, currency, from: 0, until, limit: 1 }),
  };
}

// Sums of a statement, by currency, exact. Pure.

const sum = (decimals: readonly string[]): Big =>
  decimals.reduce((total, text) => total.plus(text), new Big(0));

/** The service's amount where it can be compared with this counter's: an answer that names no currency means the return's. */
const comparable = ({ service_amount, service_currency_id, currency_id }: StoredReturn): string | null =>
  (service_currency_id ?? currency_id) === currency_id ? service_amount : null;

/** The service's amount less this counter's; null where they can't be compared. */
function differenceOf(found: StoredReturn): string | null {
  const service = comparable(found);
  return service === null ? null : new Big(service).minus(found.local_amount).toFixed();
}

/** Of the returns that are confirmed. */
function totalsOf(returns: readonly StoredReturn[]): Statement["totals"] {
  const confirmed = returns.filter(({ state }) => state === "confirmed");
  return [...grouped(confirmed, ({ currency_id }) => currency_id)].map(([currencyId, own]) => {
    const known = own.map(comparable).filter((amount) => amount !== null);
    const differences = own.map(differenceOf).filter((difference) => difference !== null);
    return {
      currencyId,
      returns: own.length,
      amount: sum(own.map(({ local_amount }) => local_amount)).toFixed(),
      service: known.length === 0 ? null : sum(known).toFixed(),
      difference: known.length === 0 ? null : sum(differences).toFixed(),
      notCompared: own.length - known.length,
    };
  });
}

const unsentOf = (returns: readonly UnsentReturn[]): Statement["unsent"] =>
  [...grouped(returns, ({ currency_id }) => currency_id)].map(([currencyId, own]) => ({
    currencyId,
    returns: own.length,
    amount: sum(own.map(({ local_amount }) => local_amount)).toFixed(),
    oldestAt: timestampOf(Math.min(...own.map(({ created_at }) => created_at))),
  }));

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
  person: nameIn(found.person),
  state: found.state,
  correctedByEntryId: found.corrected_by_entry_id,
  confirmedByStaff: isByStaff(found.resolution_kind),
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
