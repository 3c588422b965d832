/** What should be told before it hurts: each fact that deserves a line under the header. Pure. */
import type { DiskStatus } from "../../../contract/channels/disk.ts";

/** A clock further off than this shows in the books. */
const DRIFT_MS = 60_000;

export interface EarlyFacts {
  /** Null: no service and tenant yet. */
  connection: { hasToken: boolean; practice: boolean } | null;
  tokenLost: boolean;
  /** The owner's policy is there and can't be used. */
  policyUnusable: boolean;
  clockDriftMs: number | null;
  disk: DiskStatus["level"];
  /** Entries stand in no backup for longer than they should. */
  backupIsOld: boolean;
}

export const EARLY_NOTICES = [
  "policyUnusable",
  "tokenLost",
  "diskNoRoom",
  "diskFull",
  "diskLow",
  "clockOff",
  "backupOld",
] as const;
export type EarlyNotice = (typeof EARLY_NOTICES)[number];

/** The notices that hold, the most pressing first. The practice shop asks for neither token nor backup. */
export function earlyNotices(facts: EarlyFacts): EarlyNotice[] {
  const real = facts.connection !== null && !facts.connection.practice;
  const holds: Record<EarlyNotice, boolean> = {
    policyUnusable: facts.policyUnusable,
    tokenLost: real && facts.connection?.hasToken === false && facts.tokenLost,
    diskNoRoom: facts.disk === "full",
    diskFull: facts.disk === "nearly_full",
    diskLow: facts.disk === "low",
    clockOff: facts.clockDriftMs !== null && Math.abs(facts.clockDriftMs) > DRIFT_MS,
    backupOld: real && facts.backupIsOld,
  };
  return EARLY_NOTICES.filter((notice) => holds[notice]);
}

/** How bad each is, and the screen where it is put right; null: outside of the program, as its words say. */
export const NOTICE_PLACES = {
  policyUnusable: { kind: "bad", to: "/settings/policy" },
  tokenLost: { kind: "bad", to: "/connect" },
  diskNoRoom: { kind: "bad", to: null },
  diskFull: { kind: "bad", to: null },
  diskLow: { kind: "warn", to: null },
  clockOff: { kind: "warn", to: null },
  backupOld: { kind: "warn", to: "/settings/backups" },
} as const satisfies Record<EarlyNotice, { kind: "warn" | "bad"; to: string | null }>;
