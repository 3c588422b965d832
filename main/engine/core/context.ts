/** What is made once and handed on whole: of the engine, and of each connection's file. */

import { type Actor, type Call, type HandlersOf, NOBODY } from "../../../contract/call.ts";
import type { FirstAnswers } from "../../../contract/channels/start.ts";
import type { EngineChannel } from "../../../contract/channels.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import type { FixedRights } from "../../../contract/rights.ts";
import { deviceId, type ExactInteger, type TenantId, tenantId, userId } from "../../../contract/values.ts";
import type { Log } from "../../lib/log.ts";
import { createMetaStore } from "../file/database/meta.ts";
import type { Db, FileFault, OpenDatabase } from "../file/database/open-database.ts";
import type { Migration } from "../file/schema/migrations.ts";
import type { Clock, Emit, Randomness } from "../ports.ts";
import { type AuditAction, type AuditLink, createAuditStore } from "./audit.ts";
import { createDocumentStore } from "./outbox/documents.ts";
import { createEntryStore } from "./outbox/entries.ts";
import { openFence } from "./outbox/fence.ts";
import type { OpenUnsentClaims } from "./outbox/unsent-claims.ts";
import type { Connect } from "./remote/network.ts";

/** What answers these channels on an open file. */
export type Handlers<Names extends EngineChannel> = HandlersOf<Names, Call>;

/** Everything outside of the engine, so that a test can hand in its own. */
export interface EngineContext {
  /** The profile folder; made where it is missing. */
  profile: string;
  appVersion: string;
  /** A database binding for a runtime that can't load the packaged one, or null. */
  sqliteBinding: string | null;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  emit: Emit;
  /** Treats unknown outcomes as resendable for this run. */
  resendUnknown: boolean;
  /** Leaves to the next start what it may show until it answers (`start.answers`). */
  leavesAnswers: boolean;
  /** Makes backups without being asked; else only when asked, and before a migration. */
  automaticBackups: boolean;
  /** At the engine's end, backups that aren't done so long after its file begins to close are given up. */
  lastBackupWithinMs: number;
  /** The program of the thread that checks files (`verify-thread`); null: they are checked piece by piece. */
  verifyThread: URL | null;
  /** How a connection to a service is opened. */
  connect: Connect;
  /** From the first byte of a request to its whole answer, in milliseconds. */
  deadlineMs: number;
  /** How a connection's file is opened; a test may hand in one that watches the file, or makes it fail. */
  openDatabase: OpenDatabase;
  /** Where claims that were not sent yet outlive a kill. */
  unsentClaims: OpenUnsentClaims;
  /** The schema's versions. */
  migrations: readonly Migration[];
  /** What it costs to hash a PIN, and to try one. */
  hashCost: HashCost;
  /** What the owner's policy file decides about people. */
  fixed: FixedRights;
  /** What who works in the shop folder learns of an open file. */
  shopFolder: ShopFolderHooks;
}

/** None of them waits for anything, or throws. */
export interface ShopFolderHooks {
  isNamed(): boolean;
  /** The open file has a new verified backup. */
  backedUp(): void;
  /** Entries wait until the fence was looked at. */
  wantsLook(): void;
}
export const NO_SHOP_FOLDER: ShopFolderHooks = {
  isNamed: () => false,
  backedUp: () => undefined,
  wantsLook: () => undefined,
};

/** Of a PIN's hash: one that is dear to guess by, or one that is cheap to test with. */
export const HASH_COSTS = { cheap: 1_024, dear: 32_768 } as const;
export type HashCost = (typeof HASH_COSTS)[keyof typeof HASH_COSTS];

/** What the profile knows of a connection. */
export interface ConnectionRow {
  connection_key: string;
  service_url: string;
  tenant_id: ExactInteger;
  user_id: ExactInteger;
  device_id: string;
  practice: number;
  /** File name below `connections/`. */
  file: string;
  current: number;
}

/** Whose a file is. */
export interface FileOwner {
  serviceUrl: string;
  tenantId: string;
  deviceId: string;
  /** The ids that this counter had before; what it made then names them. */
  earlier?: string[] | undefined;
}

/** What the profile remembers of the activity's end, in a file other than the activity's. */
export interface AuditMemory {
  read(): AuditLink | null;
  write(link: AuditLink): void;
}

/** A connection's file, open or not. */
export interface FileContext extends EngineContext {
  path: string;
  row: ConnectionRow;
  owner: FileOwner;
  /** Whether the profile says that there is such a file. */
  isExpected: boolean;
  token: string | null;
  auditMemory: AuditMemory;
  /** What a caller learns of a failure. */
  wordsOf(error: unknown): ReplyError;
  /** The file had to be recovered; called before anything of it is used. */
  recovered(): void;
  /** The file turned out to be damaged while it was in use; the session must be closed and opened again. */
  damaged(fault: FileFault): void;
  /** Sending has ended, and the file is closed next: what the next start may show. Null where nobody wants it. */
  left: ((answers: FirstAnswers) => void) | null;
}

/** Who acts where no call does: whose connection it is. */
export const actorOf = ({ row }: Pick<FileContext, "row">): Actor => ({
  userId: row.user_id,
  deviceId: row.device_id,
  ...NOBODY,
});

/** A connection's file while it is open. */
export type OpenFile = ReturnType<typeof openFileContext>;

/** `storageFailed` receives what storage threw where nobody asked. */
export function openFileContext(
  file: FileContext,
  db: Db,
  clock: Clock,
  storageFailed: (error: unknown) => void,
) {
  const { row } = file;
  const audit = createAuditStore(db);
  /** Who acts where no call does: whose connection it is. */
  const own = {
    ...actorOf({ row }),
    userId: userId.parse(row.user_id),
    deviceId: deviceId.parse(row.device_id),
  };
  const closing: (() => Promise<void>)[] = [];
  const tenant: TenantId = tenantId.parse(row.tenant_id);
  const meta = createMetaStore(db);
  return {
    ...file,
    db,
    clock,
    storageFailed,
    own,
    tenantId: tenant,
    meta,
    fence: openFence({ db, meta, clock, isNamed: file.shopFolder.isNamed }),
    entries: createEntryStore(db),
    documents: createDocumentStore(db),
    audit,
    /**
     * Appends to the activity who did what; called inside the transaction of what it records. `at`: where the record is
     * found again by its time.
     */
    record(
      { actor }: Pick<Call, "actor">,
      action: AuditAction,
      subject: string,
      details: Record<string, unknown>,
      at = clock.now(),
    ): void {
      audit.append(actor, at, action, subject, details);
    },
    /** Has the task run, beside the others, before the file is closed. */
    whenClosing: (task: () => Promise<void>): void => void closing.push(task),
    closing: closing as readonly (() => Promise<void>)[],
  };
}
