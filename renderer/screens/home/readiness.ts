/** Whether the counter can go on when the link goes down. Each check says one thing, good or worth a look. */

import type { DiskStatus } from "../../../contract/channels/disk.ts";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";

/** Reference data older than this may have changed. */
const OLD_MS = 7 * 86_400_000;
/** A clock further off than this shows in the books. */
export const DRIFT_MS = 60_000;

export interface Facts {
  hasToken: boolean;
  thisRunOnly: boolean;
  products: { live: number; importedAt: string | null };
  accounts: number;
  clockDriftMs: number | null;
  disk: DiskStatus["level"];
  /** Null: not known yet. */
  backup: Pick<BackupStatus, "lastAt" | "isOld" | "second"> | null;
  printer: {
    /** Null: the system's dialog asks every time. */
    chosen: string | null;
    /** Null: not known yet, or the system didn't say. */
    names: readonly string[] | null;
  };
  now: number;
}

export type TokenCheck = "held" | "thisRun" | "none";
export type ProductsCheck = "none" | "fresh" | "old";
export type AccountsCheck = "none" | "some";
export type ClockCheck = "unknown" | "good" | "off";
export type BackupCheck = "unknown" | "none" | "fresh" | "old" | "hereOnly";
export type PrinterCheck = "unknown" | "chosen" | "asks" | "gone" | "none";

export interface Readiness {
  token: TokenCheck;
  products: ProductsCheck;
  accounts: AccountsCheck;
  clock: ClockCheck;
  disk: DiskStatus["level"];
  backup: BackupCheck;
  printer: PrinterCheck;
}

function printerCheck({ printer: { chosen, names } }: Facts): PrinterCheck {
  if (names === null) return "unknown";
  if (names.length === 0) return "none";
  if (chosen === null) return "asks";
  return names.includes(chosen) ? "chosen" : "gone";
}

function backupCheck({ backup }: Facts): BackupCheck {
  if (backup === null) return "unknown";
  if (backup.isOld) return "old";
  if (backup.lastAt === null) return "none";
  return (backup.second?.problem ?? null) === null ? "fresh" : "hereOnly";
}

function productsCheck({ products, now }: Facts): ProductsCheck {
  if (products.live === 0) return "none";
  return products.importedAt !== null && now - Date.parse(products.importedAt) > OLD_MS ? "old" : "fresh";
}

/** All checks at once. */
export function readiness(facts: Facts): Readiness {
  const drift = facts.clockDriftMs;
  return {
    token: facts.hasToken ? (facts.thisRunOnly ? "thisRun" : "held") : "none",
    products: productsCheck(facts),
    accounts: facts.accounts === 0 ? "none" : "some",
    clock: drift === null ? "unknown" : Math.abs(drift) > DRIFT_MS ? "off" : "good",
    disk: facts.disk,
    backup: backupCheck(facts),
    printer: printerCheck(facts),
  };
}
