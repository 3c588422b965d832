/**
 * What a counter says of itself: the status file in the shop folder, `--status`, and the figures for monitoring. It has
 * no names of persons and no amounts of single entries. The chain page, in a browser and in the program, ranks it.
 */
import Big from "big.js";
import { z } from "zod";
import { SYNC_STATES } from "./channels/connection.ts";
import { openCounts } from "./entry-states.ts";
import { canonicalDecimalText, MAX_DECIMAL_DIGITS } from "./values.ts";

const time = z.string().max(40);
const count = z.number().int().nonnegative();

export const COUNTER_STATUS_FORMAT = 1;

/** What needs a person, the worst first. The words for people are in `renderer/i18n`. */
export const COUNTER_NEEDS = [
  "unreadable", // its file can't be opened
  "fenced", // another computer has taken its place
  "disk_full",
  "undecided", // a loaded backup: nothing is sent before a person says whether the old computer sent
  "not_connected",
  "sign_in",
  "refused",
  "unknown",
  "tried_often",
  "unsent_long",
  "paused", // while entries wait
  "held", // entries wait until the shop folder says that nobody took its place
  "backup_old",
  "backup_failed",
  "files_missing",
  "list_refused", // signatures of the lists don't hold
  "list_waits", // a change that waits for a person
  "list_old",
  "clock_off",
  "disk_low",
  "folder_trouble",
  "other", // of a newer program
] as const;
export type CounterNeed = (typeof COUNTER_NEEDS)[number];
const need = z.enum(COUNTER_NEEDS).catch("other");

export const counterStatus = z.object({
  format: z.literal(COUNTER_STATUS_FORMAT),
  deviceId: z.string().max(100),
  /** As the shop calls it. */
  name: z.string().max(200),
  /** Of the program. */
  version: z.string().max(50),
  /** It is practising: none of it is about the books. */
  practice: z.boolean(),
  writtenAt: time,
  /** How often it writes when all is well, in seconds: silent for three of them is an alarm. */
  everySeconds: z.number().positive(),
  /** `offline` where no contact is known: it is not claimed that the service can't be reached. */
  state: z.enum(SYNC_STATES).catch("offline"),
  counts: z.object({
    pending: count,
    in_flight: count,
    retry_wait: count,
    outcome_unknown: count,
    dead_letter: count,
  }),
  /** Of all unsent entries together, by currency; in what leaves the computer only where they are enough to hide each. */
  unsentValue: z.record(z.string().max(64), canonicalDecimalText.max(MAX_DECIMAL_DIGITS + 10)),
  oldestUnsentAt: time.nullable(),
  lastConfirmedAt: time.nullable(),
  lists: z
    .array(z.object({ list: z.string().max(50), version: z.number().nullable(), takenAt: time.nullable() }))
    .max(50),
  backupAt: time.nullable(),
  clockDriftMs: z.number().nullable(),
  freeBytes: z.number().nullable(),
  people: count,
  needs: z.array(need).max(50),
});
export type CounterStatus = z.infer<typeof counterStatus>;

/** How a status file was signed: `new` is a key that was not seen before, or another than before. */
export const SIGNATURES = ["good", "bad", "new"] as const;
export type Signature = (typeof SIGNATURES)[number];

/** What only somebody else sees of a counter comes before what it says itself. */
export const COUNTER_ALARMS = ["bad_signature", "silent", "new_key", ...COUNTER_NEEDS] as const;
export type CounterAlarm = (typeof COUNTER_ALARMS)[number];
const severity = new Map<CounterAlarm, number>(COUNTER_ALARMS.map((alarm, at) => [alarm, at]));
const severityOf = (alarm: CounterAlarm | undefined): number =>
  alarm === undefined ? COUNTER_ALARMS.length : (severity.get(alarm) ?? COUNTER_ALARMS.length);

/** Missed so often it is silent. */
const SILENT_AFTER = 3;
/** A clock that is further ahead would hide a silence. */
const AHEAD_MS = 5 * 60_000;

export interface RankedCounter<T extends CounterStatus = CounterStatus> {
  counter: T;
  /** The worst first; none where nobody is needed. */
  alarms: CounterAlarm[];
  /** Since it wrote; null where its clock is ahead of this one. */
  silentMs: number | null;
  unsent: number;
}

/** What is unsent counts without counters that practise. */
export interface CounterTotals {
  counters: number;
  needPerson: number;
  silent: number;
  unsent: number;
  unknown: number;
  refused: number;
  /** Exact. */
  value: Record<string, string>;
  /** Counters whose unsent entries are too few for a value. */
  withoutValue: number;
}

export const unsentOf = ({ counts }: Pick<CounterStatus, "counts">): number =>
  Object.values(openCounts((state) => counts[state])).reduce((sum, n) => sum + n, 0);

function alarmsOf(counter: CounterStatus & { signature?: Signature }, silentMs: number): CounterAlarm[] {
  const found = new Set<CounterAlarm>(counter.needs);
  if (counter.signature === "bad") found.add("bad_signature");
  if (counter.signature === "new") found.add("new_key");
  // A time that can't be read says nothing of when it wrote.
  if (!(silentMs <= counter.everySeconds * 1_000 * SILENT_AFTER)) found.add("silent");
  if (silentMs < -AHEAD_MS) found.add("clock_off");
  return [...found].sort((a, b) => severityOf(a) - severityOf(b));
}

/** Who needs somebody first. Pure; `now` in milliseconds since 1970. Text of a status is shown as text and never trusted. */
export function rankCounters<T extends CounterStatus & { signature?: Signature }>(
  counters: readonly T[],
  now: number,
): { ranked: RankedCounter<T>[]; totals: CounterTotals } {
  const ranked = counters.map((counter): RankedCounter<T> => {
    const silentMs = now - Date.parse(counter.writtenAt);
    return {
      counter,
      alarms: alarmsOf(counter, silentMs),
      silentMs: silentMs >= 0 ? silentMs : null,
      unsent: unsentOf(counter),
    };
  });
  const byName = new Intl.Collator("en", { numeric: true });
  ranked.sort(
    (a, b) =>
      severityOf(a.alarms[0]) - severityOf(b.alarms[0]) ||
      b.alarms.length - a.alarms.length ||
      b.unsent - a.unsent ||
      byName.compare(a.counter.name, b.counter.name),
  );
  return { ranked, totals: totalsOf(ranked) };
}

function totalsOf(ranked: readonly RankedCounter[]): CounterTotals {
  const sums = new Map<string, Big>();
  const real = ranked.filter(({ counter }) => !counter.practice);
  for (const { counter } of real)
    for (const [currency, value] of Object.entries(counter.unsentValue))
      sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(value));
  const count = (has: (one: RankedCounter) => boolean): number => ranked.filter(has).length;
  const sum = (of: (one: RankedCounter) => number): number => real.reduce((n, one) => n + of(one), 0);
  return {
    counters: ranked.length,
    needPerson: count(({ alarms }) => alarms.length > 0),
    silent: count(({ alarms }) => alarms.includes("silent")),
    unsent: sum(({ unsent }) => unsent),
    unknown: sum(({ counter }) => counter.counts.outcome_unknown),
    refused: sum(({ counter }) => counter.counts.dead_letter),
    value: Object.fromEntries([...sums].sort().map(([currency, value]) => [currency, value.toFixed()])),
    withoutValue: count(({ unsent, counter }) => unsent > 0 && Object.keys(counter.unsentValue).length === 0),
  };
}
