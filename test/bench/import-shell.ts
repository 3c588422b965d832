/** The same CSV file taken in by the `sqlite3` shell: tables, constraints and indexes of the same names and columns. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { migrate } from "../../main/engine/file/schema/migrations.ts";
import { ensureSystemLibraries } from "../../scripts/lib/set-up/system-libraries.mjs";

/** What an import of products writes to; the rest of the schema is left out. */
const TABLES = ["product", "product_unit", "product_search_text", "product_search"];

/** The statements that make those tables, as the newest schema has them. */
function productSchema(): string {
  const db = new Database(":memory:");
  try {
    migrate(db);
    const slots = TABLES.map(() => "?").join(", ");
    const read = db.prepare<string[], string>(
      `SELECT sql FROM sqlite_schema WHERE tbl_name IN (${slots}) AND type <> 'trigger' AND sql IS NOT NULL ORDER BY rowid`,
    );
    return `${read
      .pluck()
      .all(...TABLES)
      .join(";\n")};`;
  } finally {
    db.close();
  }
}

/**
 * Seconds from starting the shell to its end. It checks no value, looks for no earlier row of the same product, and
 * folds nothing but A to Z; all is one transaction, in the order of the file.
 */
export async function importWithShell(csv: string, folder: string): Promise<number> {
  await ensureSystemLibraries(["sqlite3"], "import with the sqlite3 shell");
  const script = join(folder, "shell.sql");
  writeFileSync(
    script,
    `.bail on
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA temp_store = MEMORY;
${productSchema()}
CREATE TEMP TABLE staging (id, name, barcode, measureUnitId, price, costPrice, deleted);
.import --csv --skip 1 --schema temp "${csv}" staging
BEGIN;
INSERT INTO product (product_key, id, name, search_name, deleted, source, updated_at)
  SELECT rowid, CAST(id AS INTEGER), name, lower(name), CAST(deleted AS INTEGER), 'file', 0 FROM staging;
INSERT INTO product_unit (product_key, measure_unit_id, barcode, name, price, cost_price, deleted, source, updated_at)
  SELECT rowid, CAST(measureUnitId AS INTEGER), barcode, name, price, costPrice, CAST(deleted AS INTEGER), 'file', 0
  FROM staging;
INSERT INTO product_search (rowid, text) SELECT product_key, text FROM product_search_text;
COMMIT;
SELECT 'rows ' || count(*) FROM product;
`,
  );
  const started = performance.now();
  const { stdout } = await promisify(execFile)("sqlite3", [
    join(folder, "shell.sqlite"),
    `.read "${script}"`,
  ]);
  const seconds = (performance.now() - started) / 1_000;
  if (!/rows [1-9]/.test(stdout)) throw new Error(`the shell took nothing in: ${stdout.slice(0, 200)}`);
  return seconds;
}
