/** Small facts of one connection's file. */
import type { List } from "../../../../contract/lists.ts";
import type { Db } from "./open-database.ts";

export type MetaKey =
  | `importMapping.${List}`
  | "paused"
  | "resendUnknown"
  | "confirmAnySuccess"
  /** How codes are read (`contract/channels/scan.ts`), as JSON. */
  | "scanRules"
  /** What people may do (`subjects/people`), as JSON; the recovery code's hash, as JSON; wrong tries in a row. */
  | "peopleRules"
  | "recoveryCode"
  | "wrongCodes"
  | "wrongPins"
  /** How many files stood in this place before it, and what was seen of the last (`high-water-mark.ts`). */
  | "generation"
  | "takesOverAudit"
  | "serviceUrl"
  | "tenantId"
  | "userId"
  | "deviceId"
  | "practice"
  /** What the shop folder has of it, who took it over, and how long it waits that was taken over (`core/outbox/fence.ts`), as JSON. */
  | "shared"
  | "takenOver"
  | "takeover";

export type MetaStore = ReturnType<typeof createMetaStore>;

export function createMetaStore(db: Db) {
  const get = db.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck();
  const set = db.prepare(
    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  return {
    get: (key: MetaKey): string | null => get.get(key) ?? null,
    /** Writes what differs, in one transaction. */
    hold: db.transaction((facts: Partial<Record<MetaKey, string>>): void => {
      for (const [key, value] of Object.entries(facts)) if (get.get(key) !== value) set.run(key, value);
    }),
    set: (key: MetaKey, value: string): void => void set.run(key, value),
    flag: (key: MetaKey): boolean => get.get(key) === "1",
    setFlag: (key: MetaKey, value: boolean): void => void set.run(key, value ? "1" : "0"),
    /** What the owner allowed in a backup may be withdrawn since: it is asked for anew. */
    endConsents: (): void => {
      for (const key of ["resendUnknown", "confirmAnySuccess"]) set.run(key, "0");
    },
  };
}
