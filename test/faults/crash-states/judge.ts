/** Opens what a power cut left with the real engine, and says which promise it breaks. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import type { CountersideEvent } from "../../../contract/events.ts";
import { openEngine } from "../../../main/engine/engine.ts";
import { checkAtOnce } from "../../../main/engine/file/check.ts";
import type { Db } from "../../../main/engine/file/database/open-database.ts";
import { systemRandomness } from "../../../main/engine/ports.ts";
import { ManualClock } from "../../helpers/clock.ts";
import type { PowerCut, Said } from "./power-cuts.ts";

/** What had been promised before the power went. */
export interface Promised {
  /** Ids of entries whose posting was acknowledged. */
  entries: string[];
  /** Serial numbers that were in a request. */
  requested: string[];
  /** Backups that were said to be made, under the profile. */
  backups: string[];
  /** So many rows were said to be imported. */
  imported: number;
  /** So many entries were said to be in a backup that was put in place. */
  restored: number;
}

const reply = z.object({
  ok: z.literal(true),
  value: z.object({
    entryId: z.string().optional(),
    path: z.string().optional(),
    verified: z.boolean().optional(),
    recoveryId: z.number().optional(),
    entries: z.number().optional(),
    added: z.number().optional(),
  }),
});

/** Reads it from what was said on standard output and sent to the service. `profile` is where the record was made. */
export function promisedBy({ said, sent }: Said, profile: string): Promised {
  const promised: Promised = { entries: [], requested: [], backups: [], imported: 0, restored: 0 };
  // A line of which only a part was said promises nothing.
  for (const line of said.join("").split("\n").slice(0, -1)) {
    const { success, data } = reply.safeParse(JSON.parse(line));
    if (!success) continue;
    const { entryId, path, verified, recoveryId, entries, added } = data.value;
    if (recoveryId !== undefined) promised.restored = entries ?? 0;
    else if (verified === true && path?.startsWith(`${profile}/`) === true)
      promised.backups.push(path.slice(profile.length + 1));
    else if (added !== undefined) promised.imported += added;
    else if (entryId !== undefined) promised.entries.push(entryId);
  }
  for (const text of sent)
    for (const [, serialNo = ""] of text.matchAll(/"serialNo":"([^"]+)"/g)) promised.requested.push(serialNo);
  return promised;
}

export function lay(folder: string, content: PowerCut["content"]): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, bytes] of content) {
    const place = join(folder, path);
    mkdirSync(bytes === null ? place : dirname(place), { recursive: true });
    if (bytes !== null) writeFileSync(place, bytes);
  }
}

interface Row {
  entry_id: string;
  kind: string;
  serial_no: string | null;
  state: string;
}

function wrongIn(db: Db, promised: Promised): string[] {
  const wrong: string[] = [];
  const checked = checkAtOnce(db);
  if ("wrong" in checked) wrong.push(`the file is not whole: ${checked.wrong}`);
  if (db.prepare("PRAGMA foreign_key_check").all().length > 0) wrong.push("rows refer to what isn't there");
  const rows = db.prepare<[], Row>("SELECT entry_id, kind, serial_no, state FROM entry").all();
  const known = new Set(rows.map((row) => row.entry_id));
  for (const id of promised.entries) if (!known.has(id)) wrong.push(`the acknowledged posting ${id} is lost`);
  if (known.size < promised.restored)
    wrong.push(`${promised.restored} entries were restored and ${known.size} are there`);
  const requested = new Set(promised.requested);
  for (const { kind, serial_no: serialNo, state, entry_id: id } of rows) {
    const wasRequested = serialNo !== null && requested.has(serialNo);
    if (state === "confirmed" && !wasRequested) wrong.push(`${id} is confirmed and was never sent`);
    if (kind === "purchaseReturn" && wasRequested && (state === "pending" || state === "retry_wait"))
      wrong.push(`${id} may be in the books and would be sent again`);
  }
  const products = db.prepare<[], number>("SELECT count(*) FROM product").pluck().get() ?? 0;
  if (products < promised.imported)
    wrong.push(`${promised.imported} products were imported and ${products} are there`);
  return wrong;
}

export interface Verdict {
  /** The promises that are broken; none where all is well. */
  wrong: string[];
  /** The file had to be recovered, and that was reported. */
  wasRecovered: boolean;
}

/** `folder` holds what the cut left, and is spoiled by it. */
export async function judge(folder: string, promised: Promised): Promise<Verdict> {
  const events: CountersideEvent["event"][] = [];
  const wrong: string[] = [];
  try {
    const engine = openEngine({
      profile: folder,
      appVersion: "0.0.0-test",
      sqliteBinding: null,
      clock: new ManualClock(Date.now()),
      randomness: systemRandomness,
      tokens: {},
      proxy: null,
      resendUnknown: false,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      emit: ({ event }) => void events.push(event),
      connect: () => new Promise(() => undefined),
    });
    await engine.close();
  } catch (error) {
    wrong.push(`the engine can't be started: ${String(error)}`);
  }
  const connections = join(folder, "connections");
  const files = existsSync(connections)
    ? readdirSync(connections).filter((name) => /^[0-9a-f]{16}\.sqlite$/.test(name))
    : [];
  if (files.length === 0 && (promised.entries.length > 0 || promised.restored > 0))
    wrong.push(
      `the connection's file is gone, and ${promised.entries.length + promised.restored} postings with it`,
    );
  for (const name of files) {
    const db = new Database(join(connections, name));
    try {
      // One that was never finished, and that the profile doesn't name yet, promised nothing.
      const isBegun = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entry'").get() !== undefined;
      if (isBegun || promised.entries.length + promised.restored > 0) wrong.push(...wrongIn(db, promised));
    } catch (error) {
      wrong.push(`${name} can't be read: ${String(error)}`);
    } finally {
      db.close();
    }
  }
  for (const path of promised.backups) {
    try {
      const backup = new Database(join(folder, path), { readonly: true, fileMustExist: true });
      const checked = checkAtOnce(backup);
      backup.close();
      if ("wrong" in checked) wrong.push(`the backup ${path} is not whole: ${checked.wrong}`);
    } catch (error) {
      wrong.push(`the backup ${path} can't be opened: ${String(error)}`);
    }
  }
  return { wrong, wasRecovered: events.includes("recovery.changed") };
}
