/**
 * What a counter that was taken over hands to the one that has its place: the entries that the backup lacked, and those
 * that were open in it as they are now, each with its attempts and answers; as a small file of this program's own kind.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "../../../../../contract/call.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { type KeptFile, storedName } from "../../../../../contract/kept-file.ts";
import { breathe } from "../../../../lib/breathe.ts";
import type { OpenFile } from "../../../core/context.ts";
import type { AttemptRow, EntryRow } from "../../../core/outbox/entry-rows.ts";
import type { Fence, TakenOver } from "../../../core/outbox/fence.ts";
import { isSameOwner, ownerIn } from "../../../file/backups/backup-files.ts";
import { carryFiles, dropCarried, namedFiles } from "../../../file/backups/carried-files.ts";
import { openChecked, takeAllCarried } from "../../../file/backups/load-backup.ts";
import { createMetaStore } from "../../../file/database/meta.ts";
import { type Db, openDatabase } from "../../../file/database/open-database.ts";
import { createRecoveryStore, NOTHING_SALVAGED } from "../../../file/recovery/recovery-report.ts";
import { holdReason } from "../../../file/recovery/salvage/entries.ts";
import { migrate } from "../../../file/schema/migrations.ts";

/** Of these the rows of an entry are handed over, by the column that names it. */
const ROWS = [
  ["kept_file", "sequence"],
  ["return_line", "sequence"],
  ["document", "last_sequence"],
  ["restore_record", "last_sequence"],
] as const;

/** Belongs to another table, or is made anew where the row comes to. */
const LEFT_OUT = new Set(["search_text", "confirmed_sequence", "confirmed_at", "attempt_id"]);

const columnsOf = (db: Db, table: string): string[] =>
  db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .filter((name) => !LEFT_OUT.has(name));

/** `from` another file's rows of one table; `by` is the column that is numbered anew, through `numbered(old, new)`. */
function copyRows(db: Db, table: string, by: string, or: "OR IGNORE" | "" = "", order = "n.new"): void {
  const columns = columnsOf(db, table);
  const values = columns.map((name) => (name === by ? "n.new" : `s.${name}`)).join(", ");
  db.prepare(
    `INSERT ${or} INTO main.${table} (${columns.join(", ")})
     SELECT ${values} FROM temp.numbered AS n JOIN source.${table} AS s ON s.${by} = n.old ORDER BY ${order}`,
  ).run();
}

/** What the service said of a document that is here already, where the old computer had it later. */
const NEWER_ANSWERS = `UPDATE main.document SET service_amount = there.service_amount,
    service_currency_id = there.service_currency_id, service_status = there.service_status,
    answered_at = there.answered_at
  FROM source.document AS there
  WHERE there.serial_no = document.serial_no AND there.answered_at > coalesce(document.answered_at, 0)`;

/** First and last of each run of entries that are handed over: those that were open in the backup, and what came after it. */
const wanted = ({ upTo, undecided }: TakenOver): [number, number][] => [
  ...undecided,
  [upTo + 1, Number.MAX_SAFE_INTEGER],
];

/** Writes them into a new file at `target`, with their attached files; returns how many they are. */
export async function writeHandOver(
  { db, profile, sqliteBinding, row }: OpenFile,
  taken: TakenOver,
  target: string,
): Promise<number> {
  const out = openDatabase(target, sqliteBinding);
  try {
    migrate(out);
    out.prepare("ATTACH ? AS source").run(db.name);
    out.exec("CREATE TEMP TABLE numbered (new INTEGER PRIMARY KEY, old INTEGER NOT NULL UNIQUE)");
    // Run by run: one condition of a thousand of them is more than SQLite takes.
    const number = out.prepare<[number, number]>(
      "INSERT OR IGNORE INTO temp.numbered (old) SELECT sequence FROM source.entry WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
    );
    out
      .transaction(() => {
        for (const [first, last] of wanted(taken)) number.run(first, last);
        copyRows(out, "entry", "sequence");
        copyRows(out, "attempt", "sequence", "", "s.attempt_id");
        for (const [table, by] of ROWS) copyRows(out, table, by);
        createMetaStore(out).hold({
          serviceUrl: row.service_url,
          tenantId: String(row.tenant_id),
          deviceId: row.device_id,
        });
      })
      .immediate();
    out.exec("DETACH source");
    const files = namedFiles(out);
    const pathOf = (file: KeptFile): string => join(profile, "attachments", storedName(file));
    const carrying = carryFiles(out, files, pathOf);
    while (carrying.next().done !== true) await breathe();
    out.pragma("wal_checkpoint(TRUNCATE)");
    out.pragma("journal_mode = DELETE");
    return out.prepare<[], number>("SELECT count(*) FROM entry").pluck().get() ?? 0;
  } finally {
    out.close();
  }
}

interface HandedOver {
  /** That were not here. */
  entries: number;
  known: number;
  confirmed: number;
  changed: EntryRow[];
}

/** Attempts of one entry: those that are not here are added, those whose end is not known here get it. */
function takeAttempts(db: Db, handed: Db) {
  const there = handed.prepare<[number], AttemptRow>(
    "SELECT * FROM attempt WHERE sequence = ? ORDER BY attempt_id",
  );
  const columns = columnsOf(db, "attempt");
  const insert = db.prepare(
    `INSERT INTO attempt (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
  );
  const here = db.prepare<[number, number], Pick<AttemptRow, "attempt_id" | "outcome">>(
    "SELECT attempt_id, outcome FROM attempt WHERE sequence = ? AND started_at = ?",
  );
  const ends = columns.filter((name) => name !== "sequence" && name !== "started_at");
  const update = db.prepare(
    `UPDATE attempt SET ${ends.map((name) => `${name} = @${name}`).join(", ")} WHERE attempt_id = @attempt_id`,
  );
  return (from: number, sequence: number): void => {
    for (const attempt of there.all(from)) {
      const known = here.get(sequence, attempt.started_at);
      if (known === undefined) insert.run({ ...attempt, sequence });
      // Taking over ended it as interrupted; the old computer may have seen its end.
      else if (known.outcome === "interrupted" && attempt.outcome !== null)
        update.run({ ...attempt, sequence, attempt_id: known.attempt_id });
    }
  };
}

/**
 * Takes what was handed over into the open file: what was not here as decisions, of what was here the evidence that the
 * old computer has. The same again changes nothing. Throws `file_invalid` where it is another counter's.
 */
export async function takeHandOver(
  file: OpenFile,
  path: string,
  {
    from,
    path: said,
    actor,
    attachments,
    assertOpen,
  }: {
    /** The counters whose place this one has. */
    from: ReturnType<Fence["takenFrom"]>;
    path: string;
    actor: Call["actor"];
    attachments: string;
    /** Throws where the file is not open any more. */
    assertOpen: () => void;
  },
): Promise<HandedOver> {
  const { db, entries, clock, sqliteBinding, row, fence } = file;
  const own = { serviceUrl: row.service_url, tenantId: String(row.tenant_id) };
  const { db: handed, looked: origin } = openChecked(said, path, sqliteBinding, (opened) => {
    const whose = ownerIn(opened);
    const found = from.find(({ deviceId }) => isSameOwner(whose, { ...own, deviceId }));
    if (found === undefined)
      throw new CountersideError("file_invalid", { reason: "other_counter", path: said });
    return found;
  });
  try {
    const isHere = (each: KeptFile): boolean => existsSync(join(attachments, storedName(each)));
    await takeAllCarried(
      handed,
      namedFiles(handed).filter((each) => !isHere(each)),
      attachments,
    );
    dropCarried(handed);
    assertOpen();
    const now = clock.now();
    const changed: EntryRow[] = [];
    let known = 0;
    let confirmed = 0;
    db.exec(
      "CREATE TEMP TABLE IF NOT EXISTS numbered (new INTEGER PRIMARY KEY, old INTEGER NOT NULL UNIQUE)",
    );
    db.prepare("ATTACH ? AS source").run(path);
    try {
      db.transaction(() => {
        db.exec("DELETE FROM temp.numbered");
        const takeAttemptsOf = takeAttempts(db, handed);
        const number = db.prepare("INSERT INTO temp.numbered (new, old) VALUES (?, ?)");
        let next =
          db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'entry'").pluck().get() ?? 0;
        const added: { sequence: number; row: EntryRow }[] = [];
        for (const there of handed.prepare<[], EntryRow>("SELECT * FROM entry ORDER BY sequence").all()) {
          const here = entries.byId(there.entry_id);
          if (here === undefined) {
            next += 1;
            number.run(next, there.sequence);
            added.push({ sequence: next, row: there });
            continue;
          }
          known += 1;
          if (here.request_hash !== there.request_hash) continue;
          takeAttemptsOf(there.sequence, here.sequence);
          if (here.state !== "outcome_unknown" || there.state !== "confirmed") continue;
          confirmed += 1;
          confirm(db, here.sequence, there, now);
          changed.push(entries.bySequence(here.sequence) ?? here);
        }
        copyRows(db, "entry", "sequence");
        for (const { sequence, row: there } of added) takeAttemptsOf(there.sequence, sequence);
        for (const [table, by] of ROWS) copyRows(db, table, by, "OR IGNORE");
        db.exec(NEWER_ANSWERS);
        if (added.length > 0) settleAdded(db, added, now, entries.bySequence, changed);
        file.record({ actor }, "takeover.received", origin.deviceId, {
          entries: added.length,
          known,
          confirmed,
        });
        // It has seen the fence: it sends none of them any more.
        fence.endWait(origin.deviceId);
      }).immediate();
    } finally {
      db.exec("DETACH source");
    }
    const held = changed.length - confirmed;
    return { entries: held, known, confirmed, changed };
  } finally {
    handed.close();
  }
}

/** The old computer had the answer, or one of its staff found it in the books. */
function confirm(db: Db, sequence: number, there: EntryRow, now: number): void {
  db.prepare(
    `UPDATE entry SET state = 'confirmed', last_outcome = @last_outcome, last_error = @last_error,
       answer_understood = @answer_understood, attempts = max(attempts, @attempts), by_consent = 0,
       resolution_kind = @resolution_kind, resolution_words = @resolution_words,
       resolution_person = @resolution_person, resolution_approver = @resolution_approver,
       changed_at = max(changed_at, @now) WHERE sequence = @sequence`,
  ).run({ ...there, sequence, now });
}

/** What was settled there stays so; all else waits for a person. */
function settleAdded(
  db: Db,
  added: readonly { sequence: number; row: EntryRow }[],
  now: number,
  bySequence: (sequence: number) => EntryRow | undefined,
  changed: EntryRow[],
): void {
  const store = createRecoveryStore(db);
  const recoveryId = store.insert(now, "restored", "entries were handed over", {});
  store.decide(recoveryId, "may_have_sent", now);
  let held = 0;
  for (const { sequence, row } of added) {
    const reason = holdReason(row.state, false);
    if (reason !== null) {
      held += 1;
      store.makeUnknown(sequence, reason, now);
    }
    store.put(recoveryId, sequence, {
      origin: "file",
      state_before: row.state,
      state_after: reason === null ? row.state : "outcome_unknown",
      reason,
      held: reason !== null,
    });
    changed.push(bySequence(sequence) ?? row);
  }
  store.describe(recoveryId, {
    ...NOTHING_SALVAGED,
    base: "file",
    entries: { ...NOTHING_SALVAGED.entries, all: added.length, added: added.length, held },
  });
}
