/** What the person was shown, compared with the files that a killed engine left behind. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ROOM } from "../helpers/migrated.ts";

/** Grows for the whole campaign; nothing is ever taken out of it. */
export interface Ledger {
  /** Postings that were given to a program, by their note. */
  readonly asked: Set<string>;
  /** Serial number of each posting that was answered `ok`, by its note. */
  readonly acknowledged: Map<string, string>;
}

export const newLedger = (): Ledger => ({ asked: new Set(), acknowledged: new Map() });

/** What is in the files after a kill. */
export interface Remains {
  /** What `integrity_check` and `foreign_key_check` said; "ok" where both found nothing. */
  integrity: string;
  /** Notes of acknowledged postings that aren't there. Must be empty. */
  lost: string[];
  /** Entries that were claimed when it was killed: their bytes were under way, or just about to be. */
  inFlight: number;
  /** Tries that a kill ended before anything was sent, all in all. */
  leftUnsent: number;
  entries: number;
}

const folderOf = (profile: string) => join(profile, "connections");

/** The connection's file, once there is one. */
function fileOf(profile: string): string | null {
  const folder = folderOf(profile);
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder).find((one) => one.endsWith(".sqlite"));
  return name === undefined ? null : join(folder, name);
}

/**
 * Looks at a copy of the database and its log as the killed engine left them: opening the files themselves would do the
 * recovery that the next engine has to do.
 */
export function examine(profile: string, ledger: Ledger): Remains {
  const file = fileOf(profile);
  if (file === null)
    return { integrity: "ok", lost: [...ledger.acknowledged.keys()], inFlight: 0, leftUnsent: 0, entries: 0 };
  const folder = mkdtempSync(join(ROOM, "counterside-kills-"));
  const copy = join(folder, "copy.sqlite");
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const db = new Database(copy);
    try {
      return remainsOf(db, ledger);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function remainsOf(db: Database.Database, ledger: Ledger): Remains {
  const integrity = String(db.pragma("integrity_check", { simple: true }));
  const broken = db.prepare("SELECT count(*) FROM pragma_foreign_key_check").pluck().get();
  const hasEntries =
    db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'entry'").pluck().get() ===
    1;
  const serials = new Set(
    hasEntries ? db.prepare<[], string>("SELECT serial_no FROM entry").pluck().all() : [],
  );
  const inFlight = hasEntries
    ? db.prepare<[], number>("SELECT count(*) FROM entry WHERE state = 'in_flight'").pluck().get()
    : 0;
  // How the start after a kill words it, and nothing else does.
  const leftUnsent = hasEntries
    ? db.prepare<[], number>("SELECT count(*) FROM attempt WHERE detail = 'stoppedBefore'").pluck().get()
    : 0;
  return {
    integrity: integrity === "ok" && broken !== 0 ? `${String(broken)} broken references` : integrity,
    lost: [...ledger.acknowledged].filter(([, serialNo]) => !serials.has(serialNo)).map(([note]) => note),
    inFlight: inFlight ?? 0,
    leftUnsent: leftUnsent ?? 0,
    entries: serials.size,
  };
}
