/** Damages real files of a profile, by a seed; the same seed makes the same damage. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Mulberry32: small, and the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The file of the profile's only connection. */
export function connectionFile(profile: string): string {
  const folder = join(profile, "connections");
  const name = readdirSync(folder).find((each) => each.endsWith(".sqlite"));
  if (name === undefined) throw new Error("no file of a connection");
  return join(folder, name);
}

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const handle = openSync(path, "r+");
  try {
    writeSync(handle, bytes, 0, bytes.length, offset);
  } finally {
    closeSync(handle);
  }
}

/** Bytes of any kind. */
export const noise = (random: () => number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

export const DAMAGES = [
  "header",
  "page",
  "bytes",
  "many_pages",
  "cut",
  "empty",
  "missing",
  "wal_bytes",
  "wal_header",
  "both_headers",
  "wal_cut",
  "wal_gone",
] as const;
export type Damage = (typeof DAMAGES)[number];

const PAGE = 4_096;

/** Overwrites the first page of a table or an index, also in a file that an engine has open. */
export function spoilFirstPage(path: string, name: string): void {
  const db = new Database(path);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(name);
  db.close();
  overwrite(path, (Number(root) - 1) * PAGE, Buffer.alloc(PAGE, 0xa5));
}

/** Does it; a damage of the log is one of the file where there is no log. */
export function damage(path: string, wanted: Damage, random: () => number): void {
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
  const kind = wanted.startsWith("wal") && !hasLog ? "bytes" : wanted;
  const size = statSync(path).size;
  const place = (length: number, within: number): number =>
    Math.floor(random() * Math.max(1, within - length));
  switch (kind) {
    case "header":
      overwrite(path, place(0, 90), noise(random, 8 + Math.floor(random() * 90)));
      return;
    case "page":
      overwrite(path, place(PAGE, size) & ~(PAGE - 1), noise(random, PAGE));
      return;
    case "bytes": {
      const length = 1 + Math.floor(random() * 200);
      overwrite(path, place(length, size), noise(random, length));
      return;
    }
    case "many_pages":
      for (let n = 0; n < 5; n += 1) overwrite(path, place(PAGE, size) & ~(PAGE - 1), noise(random, PAGE));
      return;
    case "cut":
      truncateSync(path, place(0, size));
      return;
    case "empty":
      truncateSync(path, 0);
      return;
    case "missing":
      for (const rest of ["", "-wal", "-shm"]) rmSync(path + rest, { force: true });
      return;
    case "wal_bytes": {
      const log = `${path}-wal`;
      const length = 1 + Math.floor(random() * 500);
      overwrite(log, place(length, statSync(log).size), noise(random, length));
      return;
    }
    case "wal_header":
      overwrite(`${path}-wal`, place(0, 24), noise(random, 8));
      return;
    case "both_headers":
      overwrite(path, 0, noise(random, 60));
      if (hasLog) overwrite(`${path}-wal`, 4, noise(random, 60));
      return;
    case "wal_cut":
      truncateSync(`${path}-wal`, place(0, statSync(`${path}-wal`).size));
      return;
    case "wal_gone":
      rmSync(`${path}-wal`);
      return;
  }
}
