/**
 * What the rows of a connection's file may hold, as its schema declares it. A file can be sound SQL and hold what this
 * program never writes: a time that no calendar has, a kind that doesn't exist, a number after which none can follow. The
 * rules are SQL, so that a table of any size is checked where it lies; columns that a file lacks are not asked about.
 */
import type { z } from "zod";
import { recoveryDetails } from "../../../../contract/channels/recovery.ts";
import { ENTRY_STATES } from "../../../../contract/entry-states.ts";
import { entryProblem } from "../../../../contract/reasons/entry-problem.ts";
import { isImported, TABLES } from "../schema/index.ts";
import { peopleRules, secretHash } from "../schema/people-json.ts";
import { LAST_ID, LAST_TIME, rulesOf as rulesOfTable } from "../schema/table.ts";
import { type Db, damageFound } from "./open-database.ts";

/** So far a file's newest number may be ahead of how many entries there are: each recovery can leave a gap. */
const WIDEST_GAP = 1_000_000;

const RULES = new Map(
  TABLES.flatMap((table) => {
    const rules = rulesOfTable(table);
    return rules.length === 0 ? [] : [[table.name, rules] as const];
  }),
);

/** The tables that have rules, each after those that it refers to. */
export const RULED_TABLES: readonly string[] = [...RULES.keys()];

/** What the JSON says; undefined where it is none, so that it has no form either. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isWritten =
  (form: z.ZodType) =>
  (text: unknown): 0 | 1 | null => {
    if (text === null) return null;
    return form.safeParse(parsedJson(String(text))).success ? 1 : 0;
  };

/** A time that was read out of a row, as text. Throws `storage_damaged` where the program can't have written it. */
export function rowTime(ms: number): string {
  if (ms >= -LAST_TIME && ms <= LAST_TIME) return new Date(ms).toISOString();
  throw damageFound("", `a time of ${ms} can't be`);
}

/** The functions by which rules ask whether JSON has its form. */
export const FORMS = Object.entries({
  is_recovery: recoveryDetails,
  is_problem: entryProblem,
  is_people_rules: peopleRules,
  is_secret: secretHash,
});

type Rules = [column: string, condition: string][];

function rulesOf(db: Db, table: string, schema: string): Rules {
  for (const [name, form] of FORMS) db.function(name, { deterministic: true }, isWritten(form));
  const there = db
    .prepare<[string, string], string>("SELECT name FROM pragma_table_info(?, ?)")
    .pluck()
    .all(table, schema);
  return (RULES.get(table) ?? [])
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

/** Asks these tables one after the other, yielding after each. Returns the first thing that is wrong, in a few words. */
export function* wrongRows(db: Db, tables: readonly string[]): Generator<void, string | null> {
  for (const table of tables) {
    const wrong = wrongRow(db, table);
    if (wrong !== null) return wrong;
    yield;
    const orphan: unknown = isImported(table) ? undefined : db.pragma(`foreign_key_check('${table}')`);
    if (Array.isArray(orphan) && orphan.length > 0) return `${table}: it refers to what is not there`;
    yield;
  }
  const wrong = wrongNumber(db);
  if (wrong !== null) return wrong;
  return wrongCounts(db) ? "there are not as many entries as were counted" : null;
}
