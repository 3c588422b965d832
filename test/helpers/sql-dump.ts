/** A database as text and back: so that a file of an older version can be kept where its changes can be read. */
import Database from "better-sqlite3";

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Everything in the file as SQL. A virtual table's content is left to be made again from the table it repeats. */
export function dumpOf(db: Database.Database): string {
  const all = db
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow') ORDER BY rowid`,
    )
    .all();
  const rows = all
    .filter(({ type, sql }) => type === "table" && !sql.startsWith("CREATE VIRTUAL"))
    .flatMap(({ name }) => {
      const columns = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(name);
      const values = columns.map((column) => `quote(${quoted(column)})`).join(" || ',' || ");
      return db
        .prepare<[], string>(
          `SELECT 'INSERT INTO ${quoted(name)} VALUES (' || ${values} || ');' FROM ${quoted(name)}`,
        )
        .pluck()
        .all();
    });
  const isLate = (type: string): boolean => type === "trigger" || type === "index";
  const statements = (late: boolean): string[] =>
    all.filter(({ type }) => isLate(type) === late).map(({ sql }) => `${sql};`);
  const read = (name: string): number => Number(db.pragma(name, { simple: true }));
  return [
    ...statements(false),
    ...rows,
    ...statements(true),
    `PRAGMA application_id = ${read("application_id")};`,
    `PRAGMA user_version = ${read("user_version")};`,
    "",
  ].join("\n");
}

/** Makes a file out of a dump. */
export function fileFromDump(dump: string, path: string): void {
  const db = new Database(path);
  try {
    db.pragma("foreign_keys = OFF");
    db.exec(dump);
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'product_search'").get() !== undefined)
      db.exec("INSERT INTO product_search (product_search) VALUES ('rebuild')");
  } finally {
    db.close();
  }
}
