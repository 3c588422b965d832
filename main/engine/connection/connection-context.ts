/** What a connection that the profile knows comes with: its file, whose that is, and what a session on it needs. */

import { join } from "node:path";
import { openCounts } from "../../../contract/entry-states.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { timestampOf } from "../../../contract/values.ts";
import { noUnsentClaims } from "../core/outbox/unsent-claims.ts";
import { type Connect, DEFAULT_DEADLINE_MS } from "../core/remote/network.ts";
import type { EngineDeps } from "../engine-deps.ts";
import type { FileOwner } from "../file/backups/backup-files.ts";
import { readSecondFolder } from "../file/backups/backup-rotation.ts";
import { openDatabase } from "../file/database/open-database.ts";
import { type LastKnown, NOTHING_KNOWN } from "../file/known-status.ts";
import { countsOf } from "../file/open-file.ts";
import type { ProfileStore } from "../file/profile/profile.ts";
import type { ConnectionRow } from "../file/profile/profile-rows.ts";
import { readSeen } from "../file/recovery/high-water-mark.ts";
import type { SessionDeps } from "./session-deps.ts";

/** `tokens` is read when it is asked: it changes. */
export function createConnectionContext(
  deps: EngineDeps,
  profile: ProfileStore,
  connect: Connect,
  tokens: ReadonlyMap<string, string>,
) {
  const { clock, emit, log } = deps;
  const fileOf = (row: ConnectionRow): string => join(deps.profile, "connections", row.file);

  const ownerOf = (row: ConnectionRow): FileOwner => ({
    serviceUrl: row.service_url,
    tenantId: String(row.tenant_id),
    deviceId: row.device_id,
    earlier: profile.devices(row.connection_key).filter((id) => id !== row.device_id),
  });

  const sessionDeps = (row: ConnectionRow): SessionDeps => ({
    profile: deps.profile,
    row,
    appVersion: deps.appVersion,
    sqliteBinding: deps.sqliteBinding,
    connect,
    deadlineMs: deps.deadlineMs ?? DEFAULT_DEADLINE_MS,
    clock,
    randomness: deps.randomness,
    log,
    emit,
    token: tokens.get(tokenKey(row.service_url, row.tenant_id)) ?? null,
    resendUnknownThisRun: deps.resendUnknown,
    openDatabase: deps.openDatabase ?? openDatabase,
    migrations: deps.migrations,
    unsentClaims: deps.unsentClaims ?? noUnsentClaims,
    auditMemory: {
      read: () => profile.auditEnd(row.file),
      write: (link) => {
        try {
          profile.setAuditEnd(row.file, link);
        } catch (error) {
          // On a full disk the profile remembers less; the file's own anchor still stands.
          log.warn("the end of the audit could not be remembered", { error });
        }
      },
    },
    isExpected: profile.all().some((known) => known.connection_key === row.connection_key),
    owner: ownerOf(row),
    secondFolder: readSecondFolder(deps.profile),
    automaticBackups: deps.automaticBackups ?? false,
    verifyThread: deps.verifyThread ?? null,
    broughtBack: () => forgetAuditEnd(row),
    damaged: () => undefined,
  });
  const forgetAuditEnd = (row: ConnectionRow): void => {
    try {
      profile.forgetAuditEnd(row.file);
    } catch (error) {
      // The file is in its place already, and says itself whose place it took.
      log.warn("the end of the audit could not be forgotten", { error });
    }
  };
  /** What is known of a file without opening it for use. */
  const peek = (row: ConnectionRow): LastKnown => {
    const seen = { reached: readSeen(deps.profile, row.file), audit: profile.auditEnd(row.file) };
    const found = countsOf(fileOf(row), ownerOf(row), seen, deps.sqliteBinding);
    if (found === null) return NOTHING_KNOWN;
    return {
      counts: openCounts((state) => found.get(state) ?? 0),
      oldestUnsentAt: null,
      knownAt: timestampOf(clock.now()),
    };
  };

  return { sessionDeps, forgetAuditEnd, peek };
}
