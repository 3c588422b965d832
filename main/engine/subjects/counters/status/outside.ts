/**
 * A look at a profile from outside: `--status` and `--verify`. Another program may work on it meanwhile: nothing is
 * locked and nothing changed. What is read are copies in the system's folder for passing files.
 */
import { existsSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CounterNeed } from "../../../../../contract/counter-status.ts";
import { CountersideError, errorReply } from "../../../../../contract/error.ts";
import { storedName } from "../../../../../contract/kept-file.ts";
import type { ReplyError } from "../../../../../contract/reply.ts";
import { saidBy } from "../../../../lib/error-code.ts";
import { removeFolderAtOnce } from "../../../../lib/whole-file.ts";
import type { ConnectionRow, FileOwner } from "../../../core/context.ts";
import { createEntryStore } from "../../../core/outbox/entries.ts";
import { takenIn } from "../../../core/outbox/fence.ts";
import type { LoopState } from "../../../core/sync/loop.ts";
import { NARROW, SIGNALS } from "../../../core/sync/sending.ts";
import { NOT_CONNECTED, statusOf } from "../../../core/sync/status.ts";
import { attachmentsFolder, backupFolder } from "../../../file/backups/backup.ts";
import { contentsOf, verifyCopy } from "../../../file/backups/backup-copy.ts";
import { isForeign, isOld, ownBackups, readBackup } from "../../../file/backups/backup-files.ts";
import { createChangeReads } from "../../../file/backups/backup-rotation.ts";
import { namedFiles } from "../../../file/backups/carried-files.ts";
import { realFile } from "../../../file/database/file-claim.ts";
import { createMetaStore } from "../../../file/database/meta.ts";
import type { FileFault } from "../../../file/database/open-database.ts";
import {
  type Db,
  damageFound,
  isDamage,
  openScratch,
  storageError,
} from "../../../file/database/open-database.ts";
import { copyStill } from "../../../file/database/still-copy.ts";
import { freeBytesOf } from "../../../file/disk.ts";
import { faultBefore } from "../../../file/open-file.ts";
import { currentConnectionIn } from "../../../file/profile.ts";
import { isBehind, reachedBy, readHighWaterMark } from "../../../file/recovery/high-water-mark.ts";
import { createRecoveryStore } from "../../../file/recovery/recovery-report.ts";
import { assertOurs, migrate } from "../../../file/schema/migrations.ts";
import { readConfig } from "../config.ts";
import { type CounterFacts, counterStatusOf, type FileFacts, readFileFacts } from "./counter-facts.ts";
import { readOwnStatus } from "./own-status.ts";

export interface Outside {
  profile: string;
  version: string;
  sqliteBinding: string | null;
  now: number;
}

/** What a look came to: 0 nothing needs a person, 1 something does, 2 the profile can't be read. */
export interface Look {
  exit: 0 | 1 | 2;
  said: Record<string, unknown>;
}

interface Found {
  row: ConnectionRow;
  owner: FileOwner;
  /** The connection's own file, which is never opened. */
  path: string;
  db: Db;
}

const NOTHING_KNOWN: FileFacts = { unsent: {}, lists: [], people: 0 };
/** An answer this old says nothing of the link any more. */
const RECENT_MS = 10 * 60_000;

/** The error is about the file itself: its copy's name would say nothing. */
function named<T>(path: string, copy: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (isDamage(error)) throw damageFound(path, String(error).replaceAll(copy, path));
    throw error;
  }
}

const COPIES = 5;

/** What is wrong in a copy. A log that is written while it is copied looks damaged; one that is damaged, each time. */
function copyAndJudge(path: string, copy: string): FileFault | null {
  for (let made = 1; ; made += 1) {
    copyStill(path, copy);
    const fault = faultBefore(copy, true);
    if (fault === null || made === COPIES) return fault;
  }
}

/** Hands over copies of the profile's files. Null: there is no connection yet. Throws where they can't be read. */
function onCopies<T>(
  { profile, sqliteBinding }: Outside,
  look: (found: Found | null, folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), "counterside-look-"));
  let db: Db | null = null;
  try {
    readdirSync(profile);
    const own = join(profile, "profile.sqlite");
    if (!existsSync(own)) {
      // Books without a profile's file are found again by the next start.
      if (existsSync(join(profile, "connections"))) throw damageFound(own, "the file is not there");
      return look(null, folder);
    }
    const ownCopy = join(folder, "profile.sqlite");
    copyStill(own, ownCopy);
    const row = named(own, ownCopy, () => currentConnectionIn(ownCopy, sqliteBinding));
    if (row === null) return look(null, folder);
    const path = realFile(join(profile, "connections", row.file));
    const copy = join(folder, row.file);
    if (!existsSync(path)) throw damageFound(path, "the file is not there");
    // Read before the file, which is written first: it may only have gone on since.
    const mark = readHighWaterMark(path);
    const fault = copyAndJudge(path, copy);
    const owner = {
      serviceUrl: row.service_url,
      tenantId: String(row.tenant_id),
      deviceId: row.device_id,
    };
    db = named(path, copy, () => {
      if (fault !== null) throw damageFound(path, fault.reason);
      const opened = openScratch(copy, sqliteBinding);
      try {
        assertOurs(opened);
        migrate(opened);
        if (isForeign(opened, owner)) throw damageFound(path, "another counter's file is in its place");
        if (isBehind(reachedBy(opened), mark)) throw damageFound(path, "an older file is in its place");
        return opened;
      } catch (error) {
        opened.close();
        throw error;
      }
    });
    return look({ row, owner, path, db }, folder);
  } finally {
    db?.close();
    removeFolderAtOnce(folder);
  }
}

/** What sending came to by the last attempt that ended; "online" is claimed for a recent answer only. */
function loopStateIn(db: Db, isPaused: boolean, now: number): LoopState {
  const last = db
    .prepare<[], { outcome: keyof typeof SIGNALS; ended_at: number }>(
      "SELECT outcome, ended_at FROM attempt WHERE ended_at IS NOT NULL AND outcome IS NOT NULL ORDER BY attempt_id DESC LIMIT 1",
    )
    .get();
  const isAnswer = last !== undefined && last.outcome !== "no_connection" && last.outcome !== "interrupted";
  const isRecent = isAnswer && now - last.ended_at < RECENT_MS;
  const isTrouble = isRecent && !["evidence", "none"].includes(SIGNALS[last.outcome]);
  const trouble = { failures: 1, lost: 0, nextAt: now, riskAt: now, harmlessFirst: false };
  return {
    hold: isPaused ? "paused" : last?.outcome === "sign_in_needed" ? "sign_in_needed" : "none",
    connectivity: isRecent ? { kind: "up", failures: 0, ramp: null } : { kind: "untried" },
    sending: isTrouble ? { ...NARROW, serviceTrouble: trouble } : NARROW,
    lastContactAt: isAnswer ? last.ended_at : null,
    clockDriftMs: null,
    inFlight: 0,
  };
}

function allOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const at = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** What an engine said of the shop folder this long ago is not repeated. */
const OLD_SAID_MS = 24 * 3_600_000;

/** What only a running engine finds out, as it wrote it last: not the rest of what it wrote. */
const OF_THE_FOLDER: readonly CounterNeed[] = [
  ...(["held", "backup_failed", "files_missing", "list_refused", "list_waits", "list_old"] as const),
  "folder_trouble",
];

function factsOf(outside: Outside, found: Found | null): CounterFacts {
  const { profile, version, sqliteBinding, now } = outside;
  const { name } = readConfig(profile);
  const freeBytes = freeBytesOf(profile);
  if (found === null)
    return {
      who: { deviceId: "", name, version, practice: false },
      isConnected: false,
      isUndecided: false,
      sync: NOT_CONNECTED,
      file: NOTHING_KNOWN,
      backup: { at: null, isOld: false, hasFailed: false, missingFiles: 0 },
      freeBytes,
      fileBytes: 0,
      folder: [],
      listVersions: {},
    };
  const { row, owner, path, db } = found;
  const isUndecided = createRecoveryStore(db).undecided() !== undefined;
  const isPaused = isUndecided || createMetaStore(db).flag("paused");
  const newest = ownBackups(backupFolder(profile), path, owner, sqliteBinding)[0];
  const last = readOwnStatus(profile, row.device_id);
  const said = last !== null && now - Date.parse(last.writtenAt) < OLD_SAID_MS ? last : null;
  return {
    who: { deviceId: row.device_id, name, version, practice: row.practice === 1 },
    isConnected: true,
    isUndecided,
    sync: statusOf(loopStateIn(db, isPaused, now), createEntryStore(db), now),
    file: allOf(readFileFacts(db)),
    backup: {
      at: at(newest?.at),
      isOld: isOld(createChangeReads(db).firstAfter(newest?.at ?? 0), now),
      hasFailed: false,
      missingFiles: 0,
    },
    freeBytes,
    fileBytes: statSync(path).size,
    folder: [
      ...(takenIn(createMetaStore(db)) === null ? [] : (["fenced"] as const)),
      ...(said?.needs ?? []).filter((need) => OF_THE_FOLDER.includes(need)),
    ],
    listVersions: Object.fromEntries((said?.lists ?? []).map(({ list, version: of }) => [list, of])),
  };
}

/** In words: a file that the system can't read, a damaged one, or what a look found. */
function problemOf(error: unknown, path: string): ReplyError {
  const isOfSystem = error instanceof Error && "syscall" in error;
  const known =
    storageError(error, path) ??
    (isOfSystem
      ? new CountersideError("file_unreadable", { reason: "system", path, ...saidBy(error) })
      : error);
  return errorReply(known, () => undefined);
}

/** Where the profile can't be read: what is said then. */
const unreadable = ({ profile, version, now }: Outside, error: unknown): Look => ({
  exit: 2,
  said: {
    state: "unreadable",
    version,
    writtenAt: new Date(now).toISOString(),
    needs: ["unreadable"],
    error: problemOf(error, profile),
  },
});

/** `--status`: what the counter says of itself, with the exact values, for nobody but who may read the profile. */
export function statusFromOutside(outside: Outside): Look {
  try {
    const status = onCopies(outside, (found) => counterStatusOf(factsOf(outside, found), outside.now, 1));
    return { exit: status.needs.length === 0 ? 0 : 1, said: status };
  } catch (error) {
    return unreadable(outside, error);
  }
}

// `--verify`: reads every page of the connection's file and of its newest backup, as the program's own check does.

/** What was checked, and what was wrong with it. */
interface Checked {
  ok: boolean;
  [fact: string]: unknown;
}

/** A check beside those of the profile's own files; it says itself what it found, and throws nothing. Null: there was nothing. */
type FurtherCheck = (outside: Outside, deviceId: string) => Promise<Checked | null>;

/** `copy` is only read. */
function checkWhole(path: string, copy: string, sqliteBinding: string | null): Checked {
  const { size: bytes } = statSync(copy);
  try {
    // What the file says that it holds; where it says nothing, the check says why.
    const expected = readBackup(copy, sqliteBinding, contentsOf) ?? { version: 0, entries: 0, audit: 0 };
    const found = named(path, copy, () => allOf(verifyCopy(copy, sqliteBinding, expected, true)));
    return { ok: true, path, bytes, entries: found.entries, records: found.auditHead.sequence };
  } catch (error) {
    return { ok: false, path, bytes, error: problemOf(error, path) };
  }
}

const attachedOf = ({ db }: Found, profile: string): Checked => {
  const files = namedFiles(db);
  const missing = files.filter(
    (file) =>
      statSync(join(attachmentsFolder(profile), storedName(file)), { throwIfNoEntry: false })?.size !==
      file.bytes,
  );
  return { ok: missing.length === 0, files: files.length, missing: missing.length };
};

function checkOwn(outside: Outside): { deviceId: string; checked: Record<string, Checked | null> } {
  const { profile, sqliteBinding } = outside;
  return onCopies(outside, (found) => {
    if (found === null) return { deviceId: "", checked: { file: null, backup: null, attachedFiles: null } };
    const { owner, path, db } = found;
    const newest = ownBackups(backupFolder(profile), path, owner, sqliteBinding)[0];
    const checked = {
      file: checkWhole(path, db.name, sqliteBinding),
      backup:
        newest === undefined
          ? null
          : { madeAt: at(newest.at), ...checkWhole(newest.path, newest.path, sqliteBinding) },
      attachedFiles: attachedOf(found, profile),
    };
    return { deviceId: owner.deviceId, checked };
  });
}

/**
 * 0: all that was checked is whole. 1: something is not. 2: the profile can't be read. `further`: by the name under which
 * the answer has them.
 */
export async function verifyFromOutside(
  outside: Outside,
  further: Readonly<Record<string, FurtherCheck>> = {},
): Promise<Look> {
  try {
    const { deviceId, checked } = checkOwn(outside);
    for (const [name, check] of Object.entries(further)) checked[name] = await check(outside, deviceId);
    const isWhole = Object.values(checked).every((each) => each?.ok !== false);
    return {
      exit: isWhole ? 0 : 1,
      said: { ok: isWhole, version: outside.version, checkedAt: at(outside.now), deviceId, ...checked },
    };
  } catch (error) {
    return unreadable(outside, error);
  }
}
