/** What a counter says of itself, by the facts of its connection's file. The file is only read. */
import Big from "big.js";
import type { SyncStatus } from "../../../../../contract/channels/connection.ts";
import type { ShopFolderState } from "../../../../../contract/channels/shop-folder.ts";
import {
  COUNTER_NEEDS,
  COUNTER_STATUS_FORMAT,
  type CounterNeed,
  type CounterStatus,
  unsentOf,
} from "../../../../../contract/counter-status.ts";
import { OPEN_STATES } from "../../../../../contract/entry-states.ts";
import { asDecimal, timestampOf } from "../../../../../contract/values.ts";
import type { Db } from "../../../file/database/open-database.ts";
import { diskLevel } from "../../../file/disk.ts";

/** How often the status is written when all is well. */
export const STATUS_EVERY_MS = 10 * 60_000;
/** A sum of fewer entries than this leaves the computer nowhere: of one it would be its amount. */
export const LEAST_ENTRIES = 5;

const LONG_UNSENT_MS = 24 * 3_600_000;
const DRIFT_MS = 60_000;

/** What is unsent of one currency. */
export interface UnsentSum {
  entries: number;
  value: string;
}

/** What only the connection's file says. */
export interface FileFacts {
  unsent: Record<string, UnsentSum>;
  /** When each list was taken last. */
  lists: { list: string; takenAt: string }[];
  people: number;
}

const ROWS_A_STEP = 1_000;

/** Reads the facts in steps, between which others may have their turn. */
export function* readFileFacts(db: Db): Generator<void, FileFacts> {
  const unsent = db.prepare<
    [string, number],
    { sequence: number; currency_id: string; local_amount: string }
  >(
    `SELECT sequence, coalesce(currency_id, '') AS currency_id, coalesce(local_amount, '') AS local_amount
     FROM entry INDEXED BY entry_by_state WHERE state = CAST(? AS TEXT) AND sequence > ?
     ORDER BY sequence LIMIT ${ROWS_A_STEP}`,
  );
  const sums = new Map<string, { entries: number; value: Big }>();
  for (const state of OPEN_STATES)
    for (let after = 0, rows = unsent.all(state, 0); rows.length > 0; rows = unsent.all(state, after)) {
      for (const { sequence, currency_id, local_amount } of rows) {
        after = sequence;
        if (currency_id === "" || local_amount === "") continue;
        const sum = sums.get(currency_id) ?? { entries: 0, value: new Big(0) };
        sums.set(currency_id, { entries: sum.entries + 1, value: sum.value.plus(local_amount) });
      }
      yield;
    }
  const lists = db
    .prepare<[], { list: string; at: number }>(
      "SELECT kind AS list, max(finished_at) AS at FROM import_log GROUP BY kind ORDER BY kind",
    )
    .all();
  const people = db.prepare<[], number>("SELECT count(*) FROM person WHERE active = 1").pluck().get() ?? 0;
  return {
    unsent: Object.fromEntries(
      [...sums]
        .sort()
        .map(([currency, { entries, value }]) => [currency, { entries, value: value.toFixed() }]),
    ),
    lists: lists.map(({ list, at }) => ({ list, takenAt: timestampOf(at) })),
    people,
  };
}

export interface CounterFacts {
  who: Pick<CounterStatus, "deviceId" | "name" | "version" | "practice">;
  /** False: there is no connection yet. */
  isConnected: boolean;
  /** A loaded backup waits for a person's decision. */
  isUndecided: boolean;
  sync: Pick<
    SyncStatus,
    "state" | "counts" | "oldestUnsentAt" | "lastConfirmedAt" | "clockDriftMs" | "needsAttention"
  >;
  file: FileFacts;
  backup: { at: string | null; isOld: boolean; hasFailed: boolean; missingFiles: number };
  freeBytes: number | null;
  /** Of the connection's file. */
  fileBytes: number;
  /** What needs a person because of the shop folder. */
  folder: readonly CounterNeed[];
  /** As the shop folder numbers them. */
  listVersions: Readonly<Record<string, number | null>>;
}

/** What of the shop folder's state needs a person. */
export function folderNeeds(
  state: Pick<ShopFolderState, "fence" | "trust" | "lists" | "backups" | "trouble">,
) {
  const { fence, trust, lists, backups, trouble } = state;
  const needs: CounterNeed[] = [];
  if (fence.state === "claimed") needs.push("fenced");
  else if (fence.held > 0) needs.push("held");
  if (backups.trouble !== null) needs.push("backup_failed");
  if (trust.state === "refused") needs.push("list_refused");
  if (trust.state === "out_of_date") needs.push("list_old");
  if (lists.some(({ next }) => next?.waitsFor === "person")) needs.push("list_waits");
  if (trouble !== null) needs.push("folder_trouble");
  return needs;
}

function needsOf(facts: CounterFacts, now: number): CounterNeed[] {
  const { sync, backup } = facts;
  const { counts } = sync;
  const unsent = unsentOf({ counts });
  const disk = diskLevel(facts.freeBytes, facts.fileBytes);
  const oldest = sync.oldestUnsentAt === null ? null : Date.parse(sync.oldestUnsentAt);
  const found: Partial<Record<CounterNeed, boolean>> = {
    disk_full: disk === "full" || disk === "nearly_full",
    disk_low: disk === "low",
    undecided: facts.isUndecided,
    not_connected: !facts.isConnected,
    sign_in: facts.isConnected && sync.state === "sign_in_needed",
    refused: counts.dead_letter > 0,
    unknown: counts.outcome_unknown > 0,
    tried_often: sync.needsAttention > counts.dead_letter + counts.outcome_unknown,
    unsent_long: oldest !== null && now - oldest >= LONG_UNSENT_MS,
    paused: sync.state === "paused" && !facts.isUndecided && unsent > 0,
    backup_old: backup.isOld,
    backup_failed: backup.hasFailed,
    files_missing: backup.missingFiles > 0,
    clock_off: sync.clockDriftMs !== null && Math.abs(sync.clockDriftMs) > DRIFT_MS,
  };
  return COUNTER_NEEDS.filter((need) => found[need] === true || facts.folder.includes(need));
}

/** Pure. `leastEntries`: how many entries a sum must have. */
export function counterStatusOf(facts: CounterFacts, now: number, leastEntries: number): CounterStatus {
  const { who, sync, file } = facts;
  const value = Object.entries(file.unsent).filter(([, { entries }]) => entries >= leastEntries);
  return {
    format: COUNTER_STATUS_FORMAT,
    ...who,
    writtenAt: timestampOf(now),
    everySeconds: STATUS_EVERY_MS / 1_000,
    state: sync.state,
    counts: sync.counts,
    unsentValue: Object.fromEntries(value.map(([currency, sum]) => [currency, asDecimal(sum.value)])),
    oldestUnsentAt: sync.oldestUnsentAt,
    lastConfirmedAt: sync.lastConfirmedAt,
    lists: file.lists.map(({ list, takenAt }) => ({
      list,
      version: facts.listVersions[list] ?? null,
      takenAt,
    })),
    backupAt: facts.backup.at,
    clockDriftMs: sync.clockDriftMs === null ? null : Math.round(sync.clockDriftMs),
    freeBytes: facts.freeBytes,
    people: file.people,
    needs: needsOf(facts, now),
  };
}
