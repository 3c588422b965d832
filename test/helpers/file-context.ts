/** A call, and the context of a file, for parts that are tested without the rest of an engine. */

import { basename, dirname } from "node:path";
import { type Call, NOBODY, THE_PROGRAM } from "../../contract/call.ts";
import { NO_FIXED_RIGHTS } from "../../contract/rights.ts";
import { deviceId, userId } from "../../contract/values.ts";
import {
  type AuditMemory,
  type FileContext,
  HASH_COSTS,
  NO_SHOP_FOLDER,
} from "../../main/engine/core/context.ts";
import { noUnsentClaims } from "../../main/engine/core/outbox/unsent-claims.ts";
import { openDatabase } from "../../main/engine/file/database/open-database.ts";
import { MIGRATIONS } from "../../main/engine/file/schema/migrations.ts";
import { systemRandomness } from "../../main/engine/ports.ts";
import type { Log } from "../../main/lib/log.ts";
import { ManualClock, START } from "./clock.ts";

export const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const NOTHING_REMEMBERED: AuditMemory = { read: () => null, write: () => undefined };

const DEVICE = "11111111-1111-4111-8111-111111111111";

export const CALL: Call = {
  id: "1",
  channel: "app.info",
  from: THE_PROGRAM,
  at: START,
  actor: { userId: userId.parse(501), deviceId: deviceId.parse(DEVICE), ...NOBODY },
};

/** A file of the profile beside it that isn't open, with what a test says of it. */
export function closedFile(path: string, parts: Partial<FileContext> = {}): FileContext {
  const owner = { serviceUrl: "http://127.0.0.1:9", tenantId: "7001", deviceId: DEVICE, ...parts.owner };
  return {
    profile: dirname(dirname(path)),
    appVersion: "0.0.0-test",
    sqliteBinding: null,
    clock: new ManualClock(),
    randomness: systemRandomness,
    log: SILENT,
    emit: () => undefined,
    resendUnknown: false,
    automaticBackups: false,
    lastBackupWithinMs: 30_000,
    verifyThread: null,
    connect: () => Promise.reject(new Error("nothing is connected")),
    deadlineMs: 1_000,
    openDatabase,
    unsentClaims: noUnsentClaims,
    migrations: MIGRATIONS,
    fixed: NO_FIXED_RIGHTS,
    hashCost: HASH_COSTS.cheap,
    shopFolder: NO_SHOP_FOLDER,
    path,
    row: {
      connection_key: "0123456789abcdef",
      service_url: owner.serviceUrl,
      tenant_id: owner.tenantId,
      user_id: 501,
      device_id: owner.deviceId,
      practice: 0,
      file: basename(path),
      current: 1,
    },
    isExpected: true,
    token: null,
    auditMemory: NOTHING_REMEMBERED,
    wordsOf: () => ({ code: "internal", message: "", details: {} }),
    recovered: () => undefined,
    damaged: () => undefined,
    left: null,
    leavesAnswers: false,
    ...parts,
    owner,
  };
}
