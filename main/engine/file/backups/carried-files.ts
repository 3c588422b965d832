/**
 * The files behind references: which of them a database names, and how a backup that a person carries away holds them
 * in itself, so that one file is all there is to carry.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readSync, writeFileSync } from "node:fs";
import { type KeptFile, keptFile, storedName } from "../../../../contract/kept-file.ts";
import type { Db } from "../database/open-database.ts";
import { CARRIED_TABLE } from "../schema/index.ts";

const HASH = /^[0-9a-f]{64}$/;

/** Read and written at a time: a few milliseconds of work. */
const PART_BYTES = 1_000_000;

const hasTable = (db: Db, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** The kept files in a draft's text, wherever they stand in it. */
function filesInside(value: unknown): KeptFile[] {
  const found = keptFile.safeParse(value);
  if (found.success) return [found.data];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(filesInside);
}

function filesInDraft(content: string): KeptFile[] {
  if (!content.includes('"sha256"')) return [];
  try {
    return filesInside(JSON.parse(content));
  } catch {
    // A draft is the page's own text; one that is no JSON names no file.
    return [];
  }
}

/** Whether an entry or a draft names a file at all; most shops attach none. */
export const namesFiles = (db: Db): boolean =>
  db
    .prepare<[], number>(
      `SELECT (SELECT min(sequence) FROM kept_file) IS NOT NULL OR EXISTS (SELECT 1 FROM draft WHERE instr(content, '"sha256"') > 0)`,
    )
    .pluck()
    .get() === 1;

/** Every file that entries and drafts name, each once. */
export function namedFiles(db: Db): KeptFile[] {
  const rows = hasTable(db, "kept_file")
    ? db.prepare<[], KeptFile>("SELECT DISTINCT sha256, name, bytes FROM kept_file").all()
    : [];
  const drafts = hasTable(db, "draft")
    ? db.prepare<[], string>("SELECT content FROM draft").pluck().all().flatMap(filesInDraft)
    : [];
  // A row of a file that was tampered with could name a path.
  const files = [...rows, ...drafts].filter(({ sha256 }) => HASH.test(sha256));
  return [...new Map(files.map((file) => [storedName(file), file])).values()];
}

/**
 * Writes files into a copy that is being made, a part at a time, yielding after each. Returns those that could not be
 * had whole: `pathOf` knows none, or its content has another hash.
 */
export function* carryFiles(
  copy: Db,
  files: readonly KeptFile[],
  pathOf: (file: KeptFile) => string,
): Generator<void, KeptFile[]> {
  if (files.length === 0) return [];
  copy.exec(CARRIED_TABLE);
  const put = copy.prepare("INSERT INTO carried_file (sha256, part, content) VALUES (?, ?, ?)");
  const drop = copy.prepare("DELETE FROM carried_file WHERE sha256 = ?");
  const lacking: KeptFile[] = [];
  const done = new Set<string>();
  for (const file of files) {
    if (done.has(file.sha256)) continue;
    const hash = createHash("sha256");
    let handle: number | null = null;
    try {
      // A pipe under its name would hold the engine up; reading one at a place is refused.
      handle = openSync(pathOf(file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      for (let part = 0; part * PART_BYTES < file.bytes; part += 1) {
        const content = Buffer.alloc(Math.min(PART_BYTES, file.bytes - part * PART_BYTES));
        const read = readSync(handle, content, 0, content.length, part * PART_BYTES);
        hash.update(content.subarray(0, read));
        put.run(file.sha256, part, content.subarray(0, read));
        yield;
      }
    } catch (error) {
      if (!(error instanceof Error && "errno" in error)) throw error;
      // Gone or not readable: its hash won't be the one that is asked for.
    } finally {
      if (handle !== null) closeSync(handle);
    }
    if (hash.digest("hex") === file.sha256) done.add(file.sha256);
    else {
      drop.run(file.sha256);
      lacking.push(file);
    }
  }
  return lacking;
}

/** Writes one carried file to a new file at `path`. False where it isn't carried, or not whole. */
export function takeCarried(carrying: Db, file: KeptFile, path: string): boolean {
  const hash = createHash("sha256");
  const handle = openSync(path, "wx", 0o600);
  try {
    const parts = carrying
      .prepare<[string], Buffer>("SELECT content FROM carried_file WHERE sha256 = ? ORDER BY part")
      .pluck();
    for (const content of parts.iterate(file.sha256)) {
      hash.update(content);
      writeFileSync(handle, content);
    }
  } finally {
    closeSync(handle);
  }
  return hash.digest("hex") === file.sha256;
}

export const carriesFiles = (db: Db): boolean => hasTable(db, "carried_file");

/** What was carried lies in the profile now; the database goes on without it. */
export function dropCarried(db: Db): void {
  db.exec("DROP TABLE IF EXISTS carried_file");
}
