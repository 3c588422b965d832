/** Makes and reads the sheets of the end of a day. */
import type { Call } from "../../../../contract/call.ts";
import { type DayContent, type DaySheet, dayContent } from "../../../../contract/channels/day-sheets.ts";
import type { ChannelOutput, ParsedInput } from "../../../../contract/channels.ts";
import { OPEN_STATES, openCounts } from "../../../../contract/entry-states.ts";
import { CountersideError, invalidInput } from "../../../../contract/reply.ts";
import { timestampOf } from "../../../../contract/values.ts";
import { rangeOfDay } from "../../core/outbox/local-days.ts";
import { damageFound } from "../../file/database/open-database.ts";
import type { Shop } from "../shop.ts";
import { createDayReads } from "./day-reads.ts";
import { createDaySheetStore, type DaySheetRow } from "./day-sheet-rows.ts";
import { decisionsOf, sumsOf } from "./day-sums.ts";

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
      throw new CountersideError("not_found", "number: there is no such day sheet", {
        field: "number",
        number,
      });
    return sheetOf(row);
  };

  return {
    /** Answers once sheet and activity are on disk. Throws `invalid_input` for a day to come. */
    create(call: Call, { day }: ParsedInput<"daySheets.create">): ChannelOutput<"daySheets.create"> {
      const { at: now, actor } = call;
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
          record(call, "daySheet.made", day, {
            number: next.number,
            hash,
            ...(next.replaces === null ? {} : { replaces: next.replaces }),
          });
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
