/** Makes and reads the sheets of the end of a day. */

import { hash } from "node:crypto";
import Big from "big.js";
import { z } from "zod";
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
  type OpenState,
  type ResolutionKind,
} from "../../../../contract/entry-states.ts";
import { CountersideError, invalidField } from "../../../../contract/error.ts";
import type { OperationKind } from "../../../../contract/operations.ts";
import { type PersonName, personName } from "../../../../contract/rights.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { nameIn, personNameOf } from "../../core/outbox/entry-rows.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import { type Db, damageFound } from "../../file/database/open-database.ts";
import type { daySheetTable, personTable } from "../../file/schema/entries.ts";
import type { Row } from "../../file/schema/table.ts";
import type { Shop } from "../shop.ts";

// What the sums of a day are made of. Every statement walks an index of times, of that day alone.

/** From `from` up to but not including `to`, in milliseconds since 1970. */
interface DayRange {
  from: number;
  to: number;
}

export interface DayEntryRow {
  kind: OperationKind;
  currency_id: string | null;
  local_amount: string | null;
  state: EntryState;
  resolution_kind: ResolutionKind | null;
  user_id: ExactInteger;
  person: string | null;
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

interface OpenRow {
  state: OpenState;
  n: number;
  oldest: number;
}

/** Null: everybody's. */
type PersonId = string | null;
const ofPerson = (json: string): string =>
  `(@personId IS NULL OR json_extract(${json}, '$.personId') = @personId)`;

function createDayReads(db: Db) {
  type Asked = DayRange & { personId: PersonId };
  const entries = db.prepare<[Asked], DayEntryRow>(
    `SELECT kind, currency_id, local_amount, state, resolution_kind, user_id, person
     FROM entry INDEXED BY entry_by_time WHERE created_at >= @from AND created_at < @to AND ${ofPerson("person")}`,
  );
  const acts = db.prepare<[Asked], DayActRow>(
    `SELECT a.at, a.user_id, a.action, a.subject AS entry_id, a.details, e.kind, e.serial_no,
       e.subject AS entry_subject, e.currency_id, e.local_amount
     FROM audit AS a INDEXED BY audit_by_time LEFT JOIN entry AS e ON e.entry_id = a.subject
     WHERE a.at >= @from AND a.at < @to AND a.action IN ('entry.discarded','entry.markedRecorded')
       AND ${ofPerson("a.details -> '$.person'")}
     ORDER BY a.at, a.sequence`,
  );
  const openOf = db.prepare<[{ personId: PersonId }], OpenRow>(
    `SELECT state, count(*) AS n, min(created_at) AS oldest FROM entry INDEXED BY entry_by_state
     WHERE state IN (${OPEN_STATES.map((state) => `'${state}'`).join(",")}) AND ${ofPerson("person")} GROUP BY state`,
  );
  const person = db.prepare<[string], Row<typeof personTable>>("SELECT * FROM person WHERE person_id = ?");
  return {
    entries: (range: DayRange, personId: PersonId) => entries.iterate({ ...range, personId }),
    /** Discards, corrections and confirmations by staff of the day, the first first. */
    acts: (range: DayRange, personId: PersonId) => acts.iterate({ ...range, personId }),
    openOf: (personId: PersonId) => openOf.all({ personId }),
    person: (personId: string) => person.get(personId),
  };
}

// The table of day sheets: appended to, never changed.

interface DaySheetRow extends Row<typeof daySheetTable> {
  /** The next sheet of the same day and person. */
  replaced_by: number | null;
}

/** What the first sheet is bound to. */
const SHEETS_START = "0".repeat(64);

/** The hash that a sheet must carry: sha256 over the hash before and its content. */
const sheetHash = (previousHash: string, content: string): string =>
  hash("sha256", `${previousHash}\n${content}`);

const COLUMNS = `s.*, (SELECT n.number FROM day_sheet AS n INDEXED BY day_sheet_by_day
  WHERE n.day = s.day AND n.person_id IS s.person_id AND n.number > s.number ORDER BY n.number LIMIT 1) AS replaced_by`;

function createDaySheetStore(db: Db) {
  const last = db.prepare<[], Pick<DaySheetRow, "number" | "made_at" | "hash">>(
    "SELECT number, made_at, hash FROM day_sheet ORDER BY number DESC LIMIT 1",
  );
  const lastOfDay = db
    .prepare<[string, PersonId], number>(
      `SELECT number FROM day_sheet INDEXED BY day_sheet_by_day WHERE day = ? AND person_id IS ?
       ORDER BY number DESC LIMIT 1`,
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO day_sheet (number, day, person_id, made_at, replaces, content, previous_hash, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const page = db.prepare<[number], DaySheetRow>(
    `SELECT ${COLUMNS} FROM day_sheet AS s ORDER BY s.number DESC LIMIT ?`,
  );
  const one = db.prepare<[number], DaySheetRow>(`SELECT ${COLUMNS} FROM day_sheet AS s WHERE s.number = ?`);
  const links = db.prepare<[], Omit<DaySheetRow, "day" | "person_id" | "replaces" | "replaced_by">>(
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
    /** The number and the binding of the next sheet, and the sheet of the same day and person that it replaces. */
    next(day: string, personId: PersonId): { number: number; previousHash: string; replaces: number | null } {
      const previousHash = last.get()?.hash ?? SHEETS_START;
      return { number: lastGiven() + 1, previousHash, replaces: lastOfDay.get(day, personId) ?? null };
    },
    /** Call it inside the transaction in which `next` was asked. */
    append(row: Omit<DaySheetRow, "hash" | "replaced_by">): string {
      const own = sheetHash(row.previous_hash, row.content);
      const { number, day, person_id, made_at, replaces, content, previous_hash } = row;
      insert.run(number, day, person_id, made_at, replaces, content, previous_hash, own);
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
function createGroups<Key extends string | Pick<DayContent["entered"][number], "userId" | "person">>() {
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
export function sumsOf(entries: Iterable<DayEntryRow>): Sums {
  const byUser = createGroups<Pick<DayContent["entered"][number], "userId" | "person">>();
  const byState = createGroups<DayState>();
  for (const entry of entries) {
    byUser.add(entry, { userId: entry.user_id, person: nameIn(entry.person) });
    byState.add(entry, dayStateOf(entry));
  }
  return {
    entered: byUser.sums().map(({ key, sum }) => ({ ...sum, ...key })),
    states: byState.sums().map(({ key, sum }) => ({ ...sum, state: key })),
  };
}

/** What the activity keeps of a decision. */
const words = z.string().optional().catch(undefined);
const name = personName.nullable().catch(null);
const decided = z.object({ by: words, reason: words, evidence: words, person: name, approver: name });

/** Sorts the day's decisions; the first of each sort are listed, all are counted. */
function decisionsOf(acts: Iterable<DayActRow>): Decisions {
  const found: Decisions = {
    corrections: [],
    discards: [],
    confirmedByStaff: [],
    counts: { corrections: 0, discards: 0, confirmedByStaff: 0 },
  };
  for (const act of acts) {
    const { by, reason, evidence, person, approver } = decided.parse(JSON.parse(act.details));
    const sort =
      act.action === "entry.markedRecorded"
        ? "confirmedByStaff"
        : by === undefined
          ? "discards"
          : "corrections";
    found.counts[sort] += 1;
    if (found[sort].length < MOST_LISTED)
      found[sort].push({
        at: timestampOf(act.at),
        userId: act.user_id,
        person,
        approver,
        entryId: act.entry_id,
        kind: act.kind,
        serialNo: act.serial_no,
        subject: act.entry_subject ?? "",
        currencyId: act.currency_id,
        amount: act.local_amount,
        words: by ?? reason ?? evidence ?? "",
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

export function createDaySheetService({ db, record, tenantId, clock, emit }: Shop) {
  const sheets = createDaySheetStore(db);
  const reads = createDayReads(db);

  const openOf = (personId: PersonId): DayContent["open"] => {
    const found = reads.openOf(personId);
    const count = (...states: OpenState[]): number =>
      found.reduce((sum, { state, n }) => (states.includes(state) ? sum + n : sum), 0);
    return {
      unsent: count("pending", "in_flight", "retry_wait"),
      unknown: count("outcome_unknown"),
      refused: count("dead_letter"),
      oldestAt: found.length === 0 ? null : timestampOf(Math.min(...found.map(({ oldest }) => oldest))),
    };
  };

  const nameOf = (personId: string): PersonName => {
    const row = reads.person(personId);
    if (row === undefined)
      throw new CountersideError("not_found", { reason: "person", field: "personId", personId });
    return personNameOf(row);
  };

  const byNumber = (number: number): DaySheet => {
    const row = sheets.byNumber(number);
    if (row === null)
      throw new CountersideError("not_found", { reason: "day_sheet", field: "number", number });
    return sheetOf(row);
  };

  return {
    /** Answers once sheet and activity are on disk. Throws `invalid_input` for a day to come, `not_found` for nobody. */
    create(
      call: Call,
      { day, personId }: ParsedInput<"daySheets.create">,
    ): ChannelOutput<"daySheets.create"> {
      const { at: now, actor } = call;
      if (day > clock.dayOf(now)) throw invalidField("day", "invalid", { expected: "begun_day" });
      const of = personId === undefined ? null : nameOf(personId);
      const whose = of?.personId ?? null;
      const range = rangeOfDay(day, clock.dayOf);
      const number = db
        .transaction((): number => {
          const next = sheets.next(day, whose);
          const content: DayContent = {
            format: 1,
            number: next.number,
            day,
            madeAt: timestampOf(now),
            tenantId,
            userId: actor.userId,
            madeBy: actor.person,
            deviceId: actor.deviceId,
            of,
            replaces: next.replaces,
            ...sumsOf(reads.entries(range, whose)),
            open: openOf(whose),
            ...decisionsOf(reads.acts(range, whose)),
          };
          const hash = sheets.append({
            number: next.number,
            day,
            person_id: whose,
            made_at: now,
            replaces: next.replaces,
            content: JSON.stringify(content),
            previous_hash: next.previousHash,
          });
          const { number: given, replaces } = next;
          const details = {
            number: given,
            hash,
            ...(replaces === null ? {} : { replaces }),
            ...(of === null ? {} : { of }),
          };
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
