/**
 * How a table of a connection's file is declared: each column once, with its SQL type and the rule of what it may hold.
 * The CREATE statement, the row's type and the row rules are derived from that.
 *
 * Ids are `ANY`: a whole number beyond 2^53 is kept as its digits, every other as an integer. Amounts are exact decimals
 * as text. Times of this counter are milliseconds since 1970; the service's own timestamps stay text.
 */
import type { ExactInteger } from "../../../../contract/values.ts";

/** An SQL condition on a column, NULL where the column is; `V` is the type of its values. */
export interface Rule<V = unknown> {
  (column: string): string;
  /** The values of a column that the schema itself checks. */
  readonly checked?: readonly V[];
}
type Column = string | readonly [sql: string, rule: Rule];
type Columns = Readonly<Record<string, Column>>;

export interface Table<C extends Columns = Columns> {
  name: string;
  columns: C;
  sql: string;
  /** It is large and could be imported again: the contents of its indexes need not be sound. */
  imported: boolean;
  /** Whether a recovery takes its rows as those of other tables. */
  salvaged: boolean;
}

type SqlOf<C> = C extends readonly [infer Sql, unknown] ? Sql : C;
type ByType<Sql> = Sql extends `TEXT${string}`
  ? string
  : Sql extends `INTEGER${string}`
    ? number
    : Sql extends `BLOB${string}`
      ? Buffer
      : ExactInteger;
type ByRule<C> = C extends readonly [unknown, Rule<infer V>]
  ? unknown extends V
    ? ByType<SqlOf<C>>
    : V
  : ByType<SqlOf<C>>;
type Nothing<Sql> = Sql extends `${string}NOT NULL${string}` | `${string}PRIMARY KEY${string}` ? never : null;

/** What a row of the table holds. */
export type Row<T> =
  T extends Table<infer C> ? { -readonly [K in keyof C]: ByRule<C[K]> | Nothing<SqlOf<C[K]>> } : never;

/** The rule of each column that has one. */
export const rulesOf = ({ columns }: Table): [column: string, rule: Rule][] =>
  Object.entries(columns).flatMap(([name, column]) =>
    typeof column === "string" ? [] : [[name, column[1]] as [string, Rule]],
  );

function definition([name, column]: [string, Column]): string {
  if (typeof column === "string") return `${name} ${column}`;
  const [sql, rule] = column;
  return `${name} ${sql}${rule.checked === undefined ? "" : ` CHECK (${rule(name)})`}`;
}

interface Rest {
  /** A key, a uniqueness or a check of several columns. */
  key?: string;
  options?: "STRICT, WITHOUT ROWID";
  /** The table's indexes, triggers and first rows. */
  also?: string;
  imported?: true;
  /** False: taken by other rules, made again from others, or a list that a file brings again. */
  salvaged?: false;
}

/** Declares a table, with all that belongs to it. */
export function table<const C extends Columns>(name: string, columns: C, rest: Rest = {}): Table<C> {
  const { key, options = "STRICT", also = "", imported = false, salvaged = true } = rest;
  const lines = [...Object.entries(columns).map(definition), ...(key === undefined ? [] : [key])];
  const sql = `CREATE TABLE ${name} (\n  ${lines.join(",\n  ")}\n) ${options};\n${also}`;
  return { name, columns, sql, imported, salvaged };
}

/** An id as it is bound: an integer, or the digits of one beyond 2^53. */
export const boundId = (id: ExactInteger): bigint | string => (typeof id === "number" ? BigInt(id) : id);

/** A bound id as it is given out. */
export const shownId = (id: bigint | string): ExactInteger => {
  const whole = Number(id);
  return typeof id === "bigint" && Number.isSafeInteger(whole) ? whole : String(id);
};

/** The last millisecond of the year 9999: a later time is spelled otherwise. */
export const LAST_TIME = 253_402_300_799_999;
/** Numbers are given one after the other. */
export const LAST_ID = 1_000_000_000;
// Limits of length, in bytes, are far above what the program writes: they keep one row from being more than memory holds.
export const SHORT = 200;
export const WORDS = 100_000;
/** An answer may have as much. */
export const LONG = 128 * 1024 * 1024;

export const between =
  (least: number, most: number): Rule =>
  (column) =>
    `${column} BETWEEN ${least} AND ${most}`;
export const time = between(0, LAST_TIME);
/** Waiting times are moved when the clock is: one may come to lie before 1970. */
export const dueTime = between(-LAST_TIME, LAST_TIME);
export const id = between(1, LAST_ID);
export const count = between(0, Number.MAX_SAFE_INTEGER);
export const flag = between(0, 1);
export const textUpTo =
  (most: number): Rule =>
  (column) =>
    // What doesn't lie in the row's own page isn't read for it.
    `octet_length(${column}) <= ${most}`;
export const oneOf =
  <const V extends string>(values: readonly V[]): Rule<V> =>
  (column) =>
    // No list: SQLite would make a table of it at each run, dearer than the row that is looked at.
    values.map((value) => `${column} = '${value}'`).join(" OR ");
/** One of these, also by a CHECK of the schema. */
export const checked = <const V extends string>(values: readonly V[]): Rule<V> =>
  Object.assign((column: string) => oneOf(values)(column), { checked: values });
export const hash: Rule = (column) => `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`;
export const json: Rule = (column) => `${textUpTo(LONG)(column)} AND json_valid(${column})`;
/** A whole number, or the digits of one that a number can't hold. In a column of any type a number is kept as a real one. */
export const whole: Rule = (column) =>
  `CASE typeof(${column}) WHEN 'integer' THEN abs(${column}) <= ${Number.MAX_SAFE_INTEGER}
   WHEN 'real' THEN abs(${column}) <= ${Number.MAX_SAFE_INTEGER} AND ${column} = CAST(${column} AS INTEGER)
   WHEN 'text' THEN length(${column}) <= ${SHORT} AND ltrim(${column}, '-') NOT GLOB '*[^0-9]*'
   WHEN 'null' THEN NULL ELSE 0 END`;
/** What the service answered, shown as it is. */
export const shown: Rule = (column) => `typeof(${column}) <> 'blob' AND octet_length(${column}) <= ${WORDS}`;
export const decimalText: Rule = (column) =>
  `length(${column}) <= ${WORDS} AND ${column} GLOB '*[0-9]*' AND ${column} NOT GLOB '*[^-.0-9]*'
   AND instr(substr(${column}, 2), '-') = 0 AND length(${column}) - length(replace(${column}, '.', '')) <= 1`;
