/** One counter's file with its backups, without the rest of an engine; several may share a second folder. */
import { createHash, hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { ParsedInput } from "../../contract/channels.ts";
import { type KeptFile, storedName } from "../../contract/kept-file.ts";
import { type FileOwner, NO_SHOP_FOLDER } from "../../main/engine/core/context.ts";
import { createBackupService } from "../../main/engine/file/backups/backup.ts";
import { counterFolder } from "../../main/engine/file/backups/backup-files.ts";
import { createBackupRotation } from "../../main/engine/file/backups/backup-rotation.ts";
import { createVerify, type Verify } from "../../main/engine/file/backups/verify.ts";
import { createMetaStore } from "../../main/engine/file/database/meta.ts";
import { createPlace } from "../../main/engine/file/place/place.ts";
import { ManualClock } from "./clock.ts";
import { newFolder } from "./engine.ts";
import { CALL } from "./file-context.ts";
import { openMigrated } from "./migrated.ts";

export const KEY = "0123456789abcdef";
export const OWNER: FileOwner = {
  serviceUrl: "http://127.0.0.1:9",
  tenantId: "7001",
  deviceId: "11111111-1111-4111-8111-111111111111",
};

interface Options {
  owner?: FileOwner;
  clock?: ManualClock;
  profile?: string;
  automatic?: boolean;
  /** In the place of the real check. */
  verify?: Verify;
  /** In the place of the thread that works in folders elsewhere. */
  outsideThread?: URL;
}

/** Opens it; `second` is not set by itself. */
export function openCounter(options: Options = {}) {
  const owner = options.owner ?? OWNER;
  const clock = options.clock ?? new ManualClock();
  const profile = options.profile ?? newFolder();
  const db = openMigrated(join(profile, "connections", `${KEY}.sqlite`));
  onTestFinished(() => void db.close());
  createMetaStore(db).hold({ ...owner });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const file = {
    db,
    owner,
    clock,
    profile,
    log,
    sqliteBinding: null,
    verifyThread: null,
    automaticBackups: options.automatic ?? false,
    shopFolder: NO_SHOP_FOLDER,
    record: () => undefined,
  };
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const own = createPlace(file, true, signal);
  const outside = createPlace({ ...file, verifyThread: options.outsideThread ?? null }, false, signal);
  const service = createBackupService(file, { own, outside }, options.verify ?? createVerify(file), signal);
  const copyCameOutDamaged = vi.fn();
  const changed = vi.fn();
  const follow = { copyCameOutDamaged, changed };
  const rotation = createBackupRotation(file, { own, outside }, service, signal, follow);
  const create = (input: ParsedInput<"backup.create">) => service.create(CALL, input);
  let entries = 0;
  const enter = (files: readonly KeptFile[] = []): void => {
    entries += 1;
    const body = `body ${entries}`;
    const sequence = db
      .prepare(
        `INSERT INTO entry (entry_id, kind, ordering_key, tenant_id, request_body, request_hash, state, subject,
           created_at, changed_at, user_id)
         VALUES (?, 'purchaseReturn', 'k', 1, ?, ?, 'pending', 's', 0, 0, 501)`,
      )
      .run(`${owner.deviceId} ${entries}`, body, hash("sha256", body)).lastInsertRowid;
    const put = db.prepare(
      "INSERT INTO kept_file (sequence, position, sha256, name, bytes) VALUES (?, ?, ?, ?, ?)",
    );
    for (const [at, { sha256, name, bytes }] of files.entries()) put.run(sequence, at, sha256, name, bytes);
  };
  return {
    db,
    owner,
    clock,
    profile,
    log,
    backup: { ...service, create },
    rotation,
    giveUp,
    enter,
    copyCameOutDamaged,
    changed,
    own,
    outside,
    folder: counterFolder(join(profile, "backups"), owner.deviceId),
    path: db.name,
    /** A file behind a reference, as the shell keeps it. */
    attach(text: string, name = "invoice.pdf"): KeptFile {
      const content = Buffer.from(text);
      const file = {
        sha256: createHash("sha256").update(content).digest("hex"),
        name,
        bytes: content.length,
      };
      mkdirSync(join(profile, "attachments"), { recursive: true });
      writeFileSync(join(profile, "attachments", storedName(file)), content);
      return file;
    },
  };
}
