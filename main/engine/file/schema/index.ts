/** The schema of a connection's file, declared once. What is referred to comes before what refers to it. */
import { DOCUMENT_TABLES } from "./documents.ts";
import { ENTRY_TABLES } from "./entries.ts";
import { REFERENCE_TABLES } from "./reference-data.ts";
import type { Table } from "./table.ts";

export const TABLES: readonly Table[] = [...ENTRY_TABLES, ...DOCUMENT_TABLES, ...REFERENCE_TABLES];

/** Whether a table, or one that belongs to it, is large and could be imported again. */
export const isImported = (name: string): boolean =>
  TABLES.some((one) => one.imported && (name === one.name || name.startsWith(`${one.name}_`)));

/** Makes every table with its indexes, triggers and first rows. */
export const SCHEMA = TABLES.map(({ sql }) => sql).join("\n");

/** Only ever in a backup that was made for carrying; no file in use has it. */
export const CARRIED_TABLE = `CREATE TABLE carried_file (
  sha256 TEXT NOT NULL, part INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (sha256, part)
) STRICT`;
