/** Makes and reads the sheets of the end of a day. */
import { type DayContent, type DaySheet, dayContent } from "../../../../contract/channels/day-sheets.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { OPEN_STATES, openCounts } from "../../../../contract/entry-states.ts";
import { CountersideError, invalidInput } from "../../../../contract/reply.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import type { Actor, AuditStore } from "../../core/activity/audit.ts";
import type { EntryStore } from "../../core/outbox/entries.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import { type Db, damageFound } from "../../file/database/open-database.ts";
import type { Clock } from "../../ports.ts";
import { createDayReads } from "./day-reads.ts";
import { createDaySheetStore, type DaySheetRow } from "./day-sheet-rows.ts";
import { decisionsOf, sumsOf } from "./day-sums.ts";

const DEFAULT_LIMIT = 31;

export interface DaySheetDeps {
  db: Db;
  entries: EntryStore;
  audit: AuditStore;
  actor: Actor;
  tenantId: ExactInteger;
  clock: Clock;
  /** Called once a sheet is on disk. */
  made: (number: number) => void;
}

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

export function createDaySheetService(deps: DaySheetDeps) {
  const { db, entries, audit, actor, tenantId, clock, made } = deps;
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
      throw new CountersideError("not_found", "number: there is no such day sheet", {
        field: "number",
        number,
      });
    return sheetOf(row);
  };

  return {
    /** Answers once sheet and activity are on disk. Throws `invalid_input` for a day to come. */
    create({ day }: ParsedInput<"daySheets.create">): ChannelOutput<"daySheets.create"> {
      const now = clock.now();
      if (day > clock.dayOf(now))
        throw invalidInput([
          { field: "day", reason: "invalid", message: "is a day that has not begun here", params: {} },
        ]);
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
          audit.append(actor, now, "daySheet.made", day, {
            number: next.number,
            hash,
            ...(next.replaces === null ? {} : { replaces: next.replaces }),
          });
          return next.number;
        })
        .immediate();
      made(number);
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
