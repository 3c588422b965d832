/**
 * What the rows of a connection's file may hold. A file can be sound SQL and hold what this program never writes: a time
 * that no calendar has, a kind that doesn't exist, a number after which none can follow. The rules are stated once, as
 * SQL, so that a table of any size is checked where it lies; columns that a file lacks are not asked about.
 *
 * Limits of length, in bytes, are far above what the program writes: they keep one row from being more than memory holds.
 */
import type { z } from "zod";
import { ENTRY_STATES } from "../../../../contract/channels/common.ts";
import { DRAFT_KINDS, OUTCOMES, RESOLUTION_KINDS } from "../../../../contract/channels/posting.ts";
import { recoveryDetails } from "../../../../contract/channels/recovery.ts";
import { entryProblem } from "../../../../contract/entry-problem.ts";
import { LARGEST_FILE } from "../../../../contract/kept-file.ts";
import { OPERATION_KINDS } from "../../../../contract/service/endpoints.ts";
import { NO_EVIDENCE } from "../../../../contract/service/evidence.ts";
import { type Db, damageFound } from "./open-database.ts";

/** An SQL condition on a column; NULL where the column is, which is the schema's business. */
type Rule = (column: string) => string;

/** The last millisecond of the year 9999: a later time is spelled otherwise. */
const LAST_TIME = 253_402_300_799_999;
/** Numbers are given one after the other. */
const LAST_ID = 1_000_000_000;
/** So far a file's newest number may be ahead of how many entries there are: each recovery can leave a gap. */
const WIDEST_GAP = 1_000_000;
const SHORT = 200;
const WORDS = 100_000;
/** An answer may have as much. */
const LONG = 128 * 1024 * 1024;

const between =
  (least: number, most: number): Rule =>
  (column) =>
    `${column} BETWEEN ${least} AND ${most}`;
const time = between(0, LAST_TIME);
/** Waiting times are moved when the clock is: one may come to lie before 1970. */
const dueTime = between(-LAST_TIME, LAST_TIME);
const id = between(1, LAST_ID);
const count = between(0, Number.MAX_SAFE_INTEGER);
const flag = between(0, 1);
const text =
  (most: number): Rule =>
  (column) =>
    // What doesn't lie in the row's own page isn't read for it.
    `octet_length(${column}) <= ${most}`;
const oneOf =
  (values: readonly string[]): Rule =>
  (column) =>
    // No list: SQLite would make a table of it at each run, dearer than the row that is looked at.
    values.map((value) => `${column} = '${value}'`).join(" OR ");
const hash: Rule = (column) => `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`;
const json: Rule = (column) => `${text(LONG)(column)} AND json_valid(${column})`;
/** JSON of that form; the functions of SQL are in `rulesOf`. */
const recoveryText: Rule = (column) => `${text(LONG)(column)} AND is_recovery(${column})`;
const problem: Rule = (column) => `${text(LONG)(column)} AND is_problem(${column})`;
/** A whole number, or the digits of one that a number can't hold. In a column of any type a number is kept as a real one. */
const whole: Rule = (column) =>
  `CASE typeof(${column}) WHEN 'integer' THEN abs(${column}) <= ${Number.MAX_SAFE_INTEGER}
   WHEN 'real' THEN abs(${column}) <= ${Number.MAX_SAFE_INTEGER} AND ${column} = CAST(${column} AS INTEGER)
   WHEN 'text' THEN length(${column}) <= ${SHORT} AND ltrim(${column}, '-') NOT GLOB '*[^0-9]*'
   WHEN 'null' THEN NULL ELSE 0 END`;
/** What the service said, shown as it is. */
const shown: Rule = (column) => `typeof(${column}) <> 'blob' AND octet_length(${column}) <= ${WORDS}`;
const decimal: Rule = (column) =>
  `length(${column}) <= ${WORDS} AND ${column} GLOB '*[0-9]*' AND ${column} NOT GLOB '*[^-.0-9]*'
   AND instr(substr(${column}, 2), '-') = 0 AND length(${column}) - length(replace(${column}, '.', '')) <= 1`;
const fileName: Rule = (column) =>
  `length(${column}) BETWEEN 1 AND 255 AND instr(${column}, '/') = 0 AND instr(${column}, '\\') = 0
   AND ${column} NOT IN ('.', '..')`;

const record = { id: whole, name: text(WORDS), updated_at: time };
const settings: Record<string, Rule> = {
  key: text(SHORT),
  value: (column) =>
    `length(${column}) <= ${WORDS} AND (key NOT LIKE 'importMapping.%' OR json_valid(${column}))`,
};

const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  meta: settings,
  entry: {
    sequence: id,
    entry_id: text(SHORT),
    kind: oneOf(OPERATION_KINDS),
    ordering_key: text(WORDS),
    tenant_id: whole,
    serial_no: text(SHORT),
    request_body: text(LONG),
    request_hash: hash,
    state: oneOf(ENTRY_STATES),
    attempts: count,
    next_attempt_at: dueTime,
    last_outcome: oneOf(OUTCOMES),
    last_error: problem,
    answer_understood: flag,
    subject: text(WORDS),
    currency_id: text(SHORT),
    local_amount: decimal,
    created_at: time,
    changed_at: time,
    corrects_entry_id: text(SHORT),
    corrected_by_entry_id: text(SHORT),
    resolution_kind: oneOf(RESOLUTION_KINDS),
    resolution_words: text(WORDS),
    evidence_gap: oneOf(NO_EVIDENCE),
    by_consent: flag,
    asked_ms: count,
  },
  attempt: {
    attempt_id: id,
    started_at: time,
    ended_at: time,
    outcome: oneOf(OUTCOMES),
    http_status: between(0, 999),
    response_body: text(LONG),
    response_bytes: text(LONG),
    answer_cut: flag,
    detail: problem,
    counted: flag,
  },
  audit: {
    at: time,
    user_id: whole,
    device_id: text(SHORT),
    action: text(SHORT),
    subject: text(WORDS),
    details: json,
  },
  document: {
    kind: oneOf(["purchaseReturn", "taxVoucher"]),
    subject: text(WORDS),
    note: text(WORDS),
    local_amount: decimal,
    account_id: whole,
    created_at: time,
    changed_at: time,
    service_status: shown,
    answered_at: time,
  },
  restore_record: { requested_at: time, answered_at: time, confirmed_at: time, answer: text(LONG) },
  draft: { draft_id: text(SHORT), kind: oneOf(DRAFT_KINDS), content: text(LONG), updated_at: time },
  transaction_answer: { answered_at: time, raw: text(LONG) },
  voucher: { status: shown, creator_user_id: shown, note: text(LONG), mirrored_at: time },
  balance: { account_id: whole, answered_at: time },
  balance_history: { account_id: whole, answered_at: time },
  stock: { product_id: whole, measure_unit_id: whole, store_id: whole, answered_at: time },
  kept_file: {
    position: between(0, WORDS),
    sha256: hash,
    name: fileName,
    bytes: between(1, LARGEST_FILE),
  },
  recovery: {
    recovery_id: id,
    at: time,
    decided_at: time,
    seen_at: time,
    reason: text(WORDS),
    details: recoveryText,
  },
  recovery_entry: { state_before: oneOf(ENTRY_STATES), state_after: oneOf(ENTRY_STATES) },
  import_log: { import_id: id, started_at: time, finished_at: time },
  measure_unit: record,
  account: record,
  store: record,
  currency: { name: text(WORDS), digits: between(0, SHORT), updated_at: time },
  exchange_rate: { updated_at: time },
  permission: record,
  product: { product_key: id, ...record },
  product_unit: { unit_key: id, measure_unit_id: whole, name: text(WORDS), updated_at: time },
  purchase: {
    purchase_key: id,
    supplier_account_id: whole,
    document_no: text(WORDS),
    date: text(SHORT),
    currency_id: text(SHORT),
    imported_at: time,
  },
  purchase_line: {
    line_key: id,
    row: id,
    product_id: whole,
    measure_unit_id: whole,
    batch: text(WORDS),
    quantity: decimal,
    free_quantity: decimal,
    price: decimal,
    imported_at: time,
  },
  return_line: {
    position: between(0, WORDS),
    product_id: whole,
    measure_unit_id: whole,
    store_id: whole,
    quantity: decimal,
    free_quantity: decimal,
    supplier_account_id: whole,
    document_no: text(WORDS),
    row: id,
  },
  linked_barcode: { barcode: text(SHORT), product_id: whole, measure_unit_id: whole, linked_at: time },
  day_sheet: {
    number: id,
    day: text(SHORT),
    made_at: time,
    replaces: id,
    content: json,
    previous_hash: hash,
    hash,
  },
  return_window: { account_id: whole, updated_at: time },
};

/** The tables that have rules, each after those that it refers to. */
export const RULED_TABLES: readonly string[] = Object.keys(RULES);

const isWritten =
  (form: z.ZodType) =>
  (text: unknown): 0 | 1 | null => {
    if (text === null) return null;
    try {
      return form.safeParse(JSON.parse(String(text))).success ? 1 : 0;
    } catch {
      // No JSON, so not of that form either.
      return 0;
    }
  };

/** A time that was read out of a row, as text. Throws `storage_damaged` where the program can't have written it. */
export function rowTime(ms: number): string {
  if (ms >= -LAST_TIME && ms <= LAST_TIME) return new Date(ms).toISOString();
  throw damageFound("", `a time of ${ms} can't be`);
}

type Rules = [column: string, condition: string][];

function rulesOf(db: Db, table: string, schema: string): Rules {
  if (table === "recovery") db.function("is_recovery", { deterministic: true }, isWritten(recoveryDetails));
  else db.function("is_problem", { deterministic: true }, isWritten(entryProblem));
  const there = db
    .prepare<[string, string], string>("SELECT name FROM pragma_table_info(?, ?)")
    .pluck()
    .all(table, schema);
  return Object.entries(RULES[table] ?? {})
    .filter(([column]) => there.includes(column))
    .map(([column, rule]) => [column, rule(column)]);
}

const allOf = (rules: Rules): string => rules.map(([, condition]) => `(${condition})`).join(" AND ");

/** An SQL condition: true for a row that the program may have written, of the table as that schema has it. */
export function fitting(db: Db, table: string, schema = "main"): string {
  const rules = rulesOf(db, table, schema);
  return rules.length === 0 ? "1" : `(${allOf(rules)}) IS NOT 0`;
}

/** The first row of the table that the program never wrote, in a few words; null where there is none. */
function wrongRow(db: Db, table: string): string | null {
  const rules = rulesOf(db, table, "main");
  if (rules.length === 0) return null;
  const columns = rules.map(([column, condition]) => `WHEN NOT (${condition}) THEN '${column}'`);
  const found = db
    .prepare<[], string>(
      `SELECT CASE ${columns.join(" ")} END FROM ${table} WHERE NOT (${allOf(rules)}) LIMIT 1`,
    )
    .pluck()
    .get();
  return found === undefined ? null : `${table}: what it holds as ${found} can't be`;
}

/** Numbers after which none can follow, or that are far from all others; costs the same for a file of any size. */
export function wrongNumber(db: Db): string | null {
  const one = (sql: string): number => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const most = one("SELECT total(n) FROM entry_count") + WIDEST_GAP;
  const last = Math.max(
    one("SELECT max(sequence) FROM entry"),
    one("SELECT max(seq) FROM sqlite_sequence WHERE name = 'entry'"),
  );
  const isWrong =
    last > Math.min(most, LAST_ID) ||
    one("SELECT min(sequence) FROM entry") < 0 ||
    one("SELECT max(attempt_id) FROM attempt") > LAST_ID;
  return isWrong ? "the numbers of its entries can't be" : null;
}

function wrongCounts(db: Db): boolean {
  return (
    db
      .prepare<[], number>(
        `SELECT EXISTS (SELECT state, n FROM entry_count WHERE n <> 0 EXCEPT
           SELECT state, count(*) FROM entry INDEXED BY entry_by_state GROUP BY state)
         OR (SELECT total(n) FROM entry_count) <> (SELECT count(*) FROM entry INDEXED BY entry_by_state)
         OR (SELECT count(*) FROM entry_count) <> ${ENTRY_STATES.length}`,
      )
      .pluck()
      .get() === 1
  );
}

/** Tables that are large, and could be imported again. */
export const IMPORTED = /^(?:product|purchase|stock$)/;

/** Asks these tables one after the other, yielding after each. Returns the first thing that is wrong, in a few words. */
export function* wrongRows(db: Db, tables: readonly string[]): Generator<void, string | null> {
  for (const table of tables) {
    const wrong = wrongRow(db, table);
    if (wrong !== null) return wrong;
    yield;
    const orphan: unknown = IMPORTED.test(table) ? undefined : db.pragma(`foreign_key_check('${table}')`);
    if (Array.isArray(orphan) && orphan.length > 0) return `${table}: it refers to what is not there`;
    yield;
  }
  const wrong = wrongNumber(db);
  if (wrong !== null) return wrong;
  return wrongCounts(db) ? "there are not as many entries as were counted" : null;
}
