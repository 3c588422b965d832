/** Makes and reads the sheets of the end of a day. */

import { hash } from "node:crypto";
import Big from "big.js";
import type { Call } from "../../../../contract/call.ts";
import {
  type DayContent,
  type DaySheet,
  type DayState,
  dayContent,
  MOST_LISTED,
} from "../../../../contract/channels/day-sheets.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import {
  type EntryState,
  isByStaff,
  OPEN_STATES,
  openCounts,
  type ResolutionKind,
} from "../../../../contract/entry-states.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import { type Db, damageFound } from "../../file/database/open-database.ts";
import type { daySheetTable } from "../../file/schema/entries.ts";
import type { Row } from "../../file/schema/table.ts";
import type { Shop } from "../shop.ts";

// What the sums of a day are made of. Every statement walks an index of times, of that day alone.

/** From `from` up to but not including `to`, in milliseconds since 1970. */
interface DayRange {
  from: number;
  to: number;
}

export interface DayEntryRow {
  entry_id: string;
  kind: OperationKind;
  currency_id: string | null;
  local_amount: string | null;
  state: EntryState;
  resolution_kind: ResolutionKind | null;
}

/** A record of the activity about an entry, with what is known of it. */
interface DayActRow {
  at: number;
  user_id: ExactInteger;
  action: "entry.discarded" | "entry.markedRecorded";
  entry_id: string;
  details: string;
  kind: OperationKind | null;
  serial_no: string | null;
  entry_subject: string | null;
  currency_id: string | null;
  local_amount: string | null;
}

function createDayReads(db: Db) {
  const entries = db.prepare<[number, number], DayEntryRow>(
    `SELECT entry_id, kind, currency_id, local_amount, state, resolution_kind FROM entry INDEXED BY entry_by_time
     WHERE created_at >= ? AND created_at < ?`,
  );
  const enterers = db.prepare<[number, number], { entry_id: string | null; user_id: ExactInteger }>(
    `SELECT json_extract(details, '$.entryId') AS entry_id, user_id FROM audit INDEXED BY audit_by_time
     WHERE at >= ? AND at < ? AND action IN ('purchaseReturn.posted','taxVoucher.updated','restore.requested')`,
  );
  const acts = db.prepare<[number, number], DayActRow>(
    `SELECT a.at, a.user_id, a.action, a.subject AS entry_id, a.details, e.kind, e.serial_no,
       e.subject AS entry_subject, e.currency_id, e.local_amount
     FROM audit AS a INDEXED BY audit_by_time LEFT JOIN entry AS e ON e.entry_id = a.subject
     WHERE a.at >= ? AND a.at < ? AND a.action IN ('entry.discarded','entry.markedRecorded')
     ORDER BY a.at, a.sequence`,
  );
  return {
    entries: ({ from, to }: DayRange): IterableIterator<DayEntryRow> => entries.iterate(from, to),
    /** Who entered what, by the entry's id. */
    enterers: ({ from, to }: DayRange): Map<string, ExactInteger> =>
      new Map(
        enterers
          .all(from, to)
          .flatMap(({ entry_id, user_id }) => (entry_id === null ? [] : [[entry_id, user_id]])),
      ),
    /** Discards, corrections and confirmations by staff of the day, the first first. */
    acts: ({ from, to }: DayRange): IterableIterator<DayActRow> => acts.iterate(from, to),
  };
}

// The table of day sheets: appended to, never changed.

interface DaySheetRow extends Row<typeof daySheetTable> {
  /** The next sheet of the same day. */
  replaced_by: number | null;
}

/** What the first sheet is bound to. */
const SHEETS_START = "0".repeat(64);

/** The hash that a sheet must carry: sha256 over the hash before and its content. */
const sheetHash = (previousHash: string, content: string): string =>
  hash("sha256", `${previousHash}\n${content}`);

const COLUMNS = `s.*, (SELECT n.number FROM day_sheet AS n INDEXED BY day_sheet_by_day
  WHERE n.day = s.day AND n.number > s.number ORDER BY n.number LIMIT 1) AS replaced_by`;

function createDaySheetStore(db: Db) {
  const last = db.prepare<[], Pick<DaySheetRow, "number" | "made_at" | "hash">>(
    "SELECT number, made_at, hash FROM day_sheet ORDER BY number DESC LIMIT 1",
  );
  const lastOfDay = db
    .prepare<[string], number>(
      "SELECT number FROM day_sheet INDEXED BY day_sheet_by_day WHERE day = ? ORDER BY number DESC LIMIT 1",
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO day_sheet (number, day, made_at, replaces, content, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const page = db.prepare<[number], DaySheetRow>(
    `SELECT ${COLUMNS} FROM day_sheet AS s ORDER BY s.number DESC LIMIT ?`,
  );
  const one = db.prepare<[number], DaySheetRow>(`SELECT ${COLUMNS} FROM day_sheet AS s WHERE s.number = ?`);
  const links = db.prepare<[], Omit<DaySheetRow, "day" | "replaces" | "replaced_by">>(
    "SELECT number, made_at, content, previous_hash, hash FROM day_sheet ORDER BY number",
  );
  const recordOf = db.prepare<[number, number], { sequence: number; hash: string | null }>(
    `SELECT sequence, json_extract(details, '$.hash') AS hash FROM audit INDEXED BY audit_by_time
     WHERE at = ? AND action = 'daySheet.made' AND json_extract(details, '$.number') = ?`,
  );
  const recordedAfter = db
    .prepare<[number, number], number | null>(
      `SELECT max(json_extract(details, '$.number')) FROM audit WHERE sequence > ? AND action = 'daySheet.made'
         AND json_extract(details, '$.number') > ?`,
    )
    .pluck();

  /** The last number that was given, also where its sheet is gone: the activity has it. */
  const lastGiven = (): number => {
    const found = last.get();
    if (found === undefined) return recordedAfter.get(0, 0) ?? 0;
    const record = recordOf.get(found.made_at, found.number);
    return recordedAfter.get(record?.sequence ?? 0, found.number) ?? found.number;
  };
  return {
    /** The number and the binding of the next sheet, and the sheet of the same day that it replaces. */
    next(day: string): { number: number; previousHash: string; replaces: number | null } {
      const previousHash = last.get()?.hash ?? SHEETS_START;
      return { number: lastGiven() + 1, previousHash, replaces: lastOfDay.get(day) ?? null };
    },
    /** Call it inside the transaction in which `next` was asked. */
    append(row: Omit<DaySheetRow, "hash" | "replaced_by">): string {
      const own = sheetHash(row.previous_hash, row.content);
      const { number, day, made_at, replaces, content, previous_hash } = row;
      insert.run(number, day, made_at, replaces, content, previous_hash, own);
      return own;
    },
    newest: (limit: number): DaySheetRow[] => page.all(limit),
    byNumber: (number: number): DaySheetRow | null => one.get(number) ?? null,
    /**
     * Whether every sheet from the first on says what its hash and the activity say, and none is missing. The hashes alone
     * would let someone change the last sheet and its hash, or take it away.
     */
    isWhole(): boolean {
      let before = { number: 0, hash: SHEETS_START };
      for (const row of links.iterate()) {
        if (row.number !== before.number + 1 || row.previous_hash !== before.hash) return false;
        if (row.hash !== sheetHash(row.previous_hash, row.content)) return false;
        if (recordOf.get(row.made_at, row.number)?.hash !== row.hash) return false;
        before = row;
      }
      return before.number === lastGiven();
    },
  };
}

// Sums a day: exact, and the same whatever the order of the rows. Pure.

type Sums = Pick<DayContent, "entered" | "states">;
type Decisions = Pick<DayContent, "corrections" | "discards" | "confirmedByStaff" | "counts">;

/** What became of an entry, as the sheet tells it. */
export function dayStateOf({
  state,
  resolution_kind,
}: Pick<DayEntryRow, "state" | "resolution_kind">): DayState {
  switch (state) {
    case "pending":
    case "in_flight":
    case "retry_wait":
      return "unsent";
    case "outcome_unknown":
      return "unknown";
    case "dead_letter":
      return "refused";
    case "confirmed":
      return isByStaff(resolution_kind) ? "confirmedByStaff" : "confirmed";
    case "discarded":
      return resolution_kind === "corrected" ? "corrected" : "discarded";
  }
}

interface Group<Key> {
  key: Key;
  kind: DayEntryRow["kind"];
  currencyId: string | null;
  entries: number;
  amount: Big | null;
}

/** Adds rows up by kind, currency and a further key. */
function createGroups<Key extends ExactInteger | string | null>() {
  const groups = new Map<string, Group<Key>>();
  return {
    add(row: DayEntryRow, key: Key): void {
      const { kind, currency_id: currencyId, local_amount } = row;
      const name = JSON.stringify([kind, currencyId, key]);
      const before = groups.get(name) ?? { key, kind, currencyId, entries: 0, amount: null };
      const amount = local_amount === null ? before.amount : (before.amount ?? new Big(0)).plus(local_amount);
      groups.set(name, { ...before, entries: before.entries + 1, amount });
    },
    /** By their names, so that the same day always reads alike. */
    sums: () =>
      [...groups.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { key, kind, currencyId, entries, amount }]) => ({
          key,
          sum: { kind, currencyId, entries, amount: amount?.toFixed() ?? null },
        })),
  };
}

/** Sums what was entered by who entered it, and by what became of it. */
export function sumsOf(entries: Iterable<DayEntryRow>, enterers: ReadonlyMap<string, ExactInteger>): Sums {
  const byUser = createGroups<ExactInteger | null>();
  const byState = createGroups<DayState>();
  for (const entry of entries) {
    byUser.add(entry, enterers.get(entry.entry_id) ?? null);
    byState.add(entry, dayStateOf(entry));
  }
  return {
    entered: byUser.sums().map(({ key, sum }) => ({ ...sum, userId: key })),
    states: byState.sums().map(({ key, sum }) => ({ ...sum, state: key })),
  };
}

function wordsOf(details: string): { words: string; isCorrection: boolean } {
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== "object" || parsed === null) return { words: "", isCorrection: false };
  const text = (key: string): string | null => {
    const value: unknown = Reflect.get(parsed, key);
    return typeof value === "string" ? value : null;
  };
  const by = text("by");
  return { words: by ?? text("reason") ?? text("evidence") ?? "", isCorrection: by !== null };
}

/** Sorts the day's decisions; the first of each sort are listed, all are counted. */
function decisionsOf(acts: Iterable<DayActRow>): Decisions {
  const found: Decisions = {
    corrections: [],
    discards: [],
    confirmedByStaff: [],
    counts: { corrections: 0, discards: 0, confirmedByStaff: 0 },
  };
  for (const act of acts) {
    const { words, isCorrection } = wordsOf(act.details);
    const sort =
      act.action === "entry.markedRecorded" ? "confirmedByStaff" : isCorrection ? "corrections" : "discards";
    found.counts[sort] += 1;
    if (found[sort].length < MOST_LISTED)
      found[sort].push({
        at: timestampOf(act.at),
        userId: act.user_id,
        entryId: act.entry_id,
        kind: act.kind,
        serialNo: act.serial_no,
        subject: act.entry_subject ?? "",
        currencyId: act.currency_id,
        amount: act.local_amount,
        words,
      });
  }
  return found;
}

const DEFAULT_LIMIT = 31;

function sheetOf(row: DaySheetRow): DaySheet {
  const content = dayContent.safeParse(JSON.parse(row.content));
  if (!content.success) throw damageFound("", `sheet ${row.number} doesn't hold a day`);
  return {
    ...content.data,
    hash: row.hash,
    previousHash: row.previous_hash,
    replacedBy: row.replaced_by,
  };
}

export function createDaySheetService({ db, entries, record, tenantId, clock, emit }: Shop) {
  const sheets = createDaySheetStore(db);
  const reads = createDayReads(db);

  const open = (): DayContent["open"] => {
    const counts = openCounts(entries.count);
    const times = OPEN_STATES.flatMap((state) => entries.oldest(state)?.created_at ?? []);
    return {
      unsent: counts.pending + counts.in_flight + counts.retry_wait,
      unknown: counts.outcome_unknown,
      refused: counts.dead_letter,
      oldestAt: times.length === 0 ? null : timestampOf(Math.min(...times)),
    };
  };

  const byNumber = (number: number): DaySheet => {
    const row = sheets.byNumber(number);
    if (row === null)
      throw new CountersideError("not_found", { reason: "day_sheet", field: "number", number });
    return sheetOf(row);
  };

  return {
    /** Answers once sheet and activity are on disk. Throws `invalid_input` for a day to come. */
    create(call: Call, { day }: ParsedInput<"daySheets.create">): ChannelOutput<"daySheets.create"> {
      const { at: now, actor } = call;
      if (day > clock.dayOf(now)) throw invalidField("day", "invalid", { expected: "begun_day" });
      const range = rangeOfDay(day, clock.dayOf);
      const number = db
        .transaction((): number => {
          const next = sheets.next(day);
          const content: DayContent = {
            format: 1,
            number: next.number,
            day,
            madeAt: timestampOf(now),
            tenantId,
            userId: actor.userId,
            deviceId: actor.deviceId,
            replaces: next.replaces,
            ...sumsOf(reads.entries(range), reads.enterers(range)),
            open: open(),
            ...decisionsOf(reads.acts(range)),
          };
          const hash = sheets.append({
            number: next.number,
            day,
            made_at: now,
            replaces: next.replaces,
            content: JSON.stringify(content),
            previous_hash: next.previousHash,
          });
          const { number: given, replaces } = next;
          const details = { number: given, hash, ...(replaces === null ? {} : { replaces }) };
          // `isWhole` finds the record by the sheet's own time.
          record(call, "daySheet.made", day, details, now);
          return next.number;
        })
        .immediate();
      emit({ event: "daySheet.made", payload: { number } });
      return byNumber(number);
    },
    list: ({ limit = DEFAULT_LIMIT }: ParsedInput<"daySheets.list">): ChannelOutput<"daySheets.list"> => ({
      sheets: sheets.newest(limit).map(sheetOf),
      chainIntact: sheets.isWhole(),
      today: clock.dayOf(clock.now()),
    }),
    /** Throws `not_found`. */
    get: ({ number }: ParsedInput<"daySheets.get">): ChannelOutput<"daySheets.get"> => byNumber(number),
  };
}
