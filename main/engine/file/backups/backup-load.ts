/**
 * Brings a backup of another counter into this profile. The old counter may still be alive: until a person says what
 * became of it nothing is sent, and what was under way when the backup was made stays a person's decision.
 */
import { existsSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { serviceUrl } from "../../../../contract/channels/connection.ts";
import type { RecoveryDetails } from "../../../../contract/channels/recovery.ts";
import { CountersideError } from "../../../../contract/reply.ts";
import { type ExactInteger, tenantId, userId } from "../../../../contract/values.ts";
import { nameWholeAtOnce } from "../../../lib/whole-file.ts";
import { createAuditStore } from "../../core/activity/audit.ts";
import { checkAtOnce } from "../checks/check.ts";
import { foreignParts, missingParts } from "../checks/own-schema.ts";
import { createMetaStore } from "../database/meta.ts";
import { type Db, isDamage, isOfSchema, openScratch, storageError } from "../database/open-database.ts";
import { noteTakesOver, type Seen } from "../recovery/high-water-mark.ts";
import { createRecoveryStore } from "../recovery/recovery-rows.ts";
import { holdReason, statesOf } from "../recovery/settle-entries.ts";
import { migrate } from "../schema/migrations.ts";

/** Whose books a backup holds. */
export interface BackupOwner {
  serviceUrl: string;
  tenantId: ExactInteger;
  userId: ExactInteger;
  /** The old counter's. */
  deviceId: string;
  practice: boolean;
}

export type LoadedFiles = NonNullable<RecoveryDetails["files"]>;

export interface LoadedBackup {
  recoveryId: number;
  entries: number;
  /** They wait for the decision about the old counter. */
  waiting: number;
}

const invalid = (path: string, words: string, reason: string): CountersideError =>
  new CountersideError("file_invalid", `This backup can't be restored: ${words}: ${path}`, { path, reason });

function ownerOf(db: Db, path: string): BackupOwner {
  const meta = createMetaStore(db);
  const url = serviceUrl.safeParse(meta.get("serviceUrl") ?? "");
  const whole = (text: string | null): unknown => {
    const number = Number(text ?? "");
    return Number.isSafeInteger(number) && text !== null && text !== "" ? number : text;
  };
  const tenant = tenantId.safeParse(whole(meta.get("tenantId")));
  const user = userId.safeParse(whole(meta.get("userId")));
  if (!url.success || !tenant.success || !user.success)
    throw invalid(path, "it doesn't say whose books it holds", "no_owner");
  const tenants = db.prepare<[], unknown>("SELECT DISTINCT tenant_id FROM entry").pluck().all();
  if (tenants.some((id) => String(id) !== String(tenant.data)))
    throw invalid(path, "it holds entries of another tenant", "other_tenant");
  return {
    serviceUrl: url.data,
    tenantId: tenant.data,
    userId: user.data,
    deviceId: meta.get("deviceId") ?? "",
    practice: meta.get("practice") === "1",
  };
}

/** Opens the copy of the backup that lies at `place`, checked and up to date. Throws `file_invalid` where it is not whole. */
export function openLoaded(
  path: string,
  place: string,
  sqliteBinding: string | null,
): { db: Db; owner: BackupOwner } {
  let db: Db | null = null;
  try {
    db = openScratch(place, sqliteBinding);
    const foreign = foreignParts(db, sqliteBinding);
    if (foreign.length > 0)
      throw invalid(
        path,
        `it holds what this program never put there (${foreign.slice(0, 3).join(", ")})`,
        "foreign_parts",
      );
    const found = checkAtOnce(db);
    if ("wrong" in found) throw invalid(path, `it is damaged (${found.wrong})`, found.wrong);
    migrate(db);
    const missing = missingParts(db, sqliteBinding);
    if (missing.length > 0)
      throw invalid(path, `it lacks what guards it (${missing.slice(0, 3).join(", ")})`, "missing_parts");
    return { db, owner: ownerOf(db, path) };
  } catch (error) {
    db?.close();
    rmSync(place, { force: true });
    if (isDamage(error) || isOfSchema(error)) throw invalid(path, "it is damaged", String(error));
    throw storageError(error, path) ?? error;
  }
}

/** Writes the new counter and everything that waits into the copy. */
export function settleLoaded(
  db: Db,
  path: string,
  {
    owner,
    deviceId,
    now,
    files,
    seen,
  }: { owner: BackupOwner; deviceId: string; now: number; files: LoadedFiles; seen: Seen },
): LoadedBackup {
  return db
    .transaction((): LoadedBackup => {
      const store = createRecoveryStore(db);
      const meta = createMetaStore(db);
      const at = db.prepare<[], number | null>("SELECT max(at) FROM audit").pluck().get() ?? now;
      const recoveryId = store.insert(now, "restored", "a backup was restored", {});
      let waiting = 0;
      let held = 0;
      const states = statesOf(db);
      for (const [sequence, state] of states) {
        const reason = holdReason(state, true);
        const waits = state === "pending" || state === "retry_wait" || state === "dead_letter";
        if (reason === null && !waits) continue;
        if (waits) waiting += 1;
        if (reason !== null) {
          held += 1;
          store.makeUnknown(sequence, reason, now);
        }
        store.put(recoveryId, sequence, {
          origin: "backup",
          state_before: state,
          state_after: reason === null ? state : "outcome_unknown",
          reason,
          held: true,
        });
      }
      const details: RecoveryDetails = {
        aside: null,
        base: "backup",
        backup: { name: basename(path), at: new Date(at).toISOString() },
        fileReadable: false,
        entries: { all: states.size, added: 0, confirmedByFile: 0, held },
        lost: [],
        mayLackMore: true,
        audit: { added: 0, apart: 0 },
        tables: [],
        rowsApart: 0,
        files,
      };
      store.describe(recoveryId, details);
      // Spelled as the profile spells it: whose it is is compared letter by letter.
      meta.hold({ serviceUrl: owner.serviceUrl, tenantId: String(owner.tenantId), deviceId });
      // A pause was for the old counter; here the decision itself holds everything back.
      meta.setFlag("paused", false);
      meta.endConsents();
      noteTakesOver(db, seen);
      createAuditStore(db).append(
        { userId: owner.userId, deviceId },
        now,
        "backup.restored",
        basename(path),
        {
          from: owner.deviceId,
          entries: states.size,
          waiting,
          held,
        },
      );
      return { recoveryId, entries: states.size, waiting };
    })
    .immediate();
}

/** Gives the finished copy its name. */
export function putInPlace(place: string, target: string): void {
  if (existsSync(target))
    throw new CountersideError("wrong_state", `There is a file already: ${target}`, { path: target });
  nameWholeAtOnce(place, target);
}
