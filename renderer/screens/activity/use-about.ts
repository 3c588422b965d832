import { useMemo } from "react";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { useChannel } from "../../client/queries.ts";
import type { AuditEntry } from "./use-audit.ts";

/** What a record is about, as far as people know it. */
export interface About {
  entryId: string;
  /** A supplier, a voucher's note, a record's name; null for an entry that is not among the newest. */
  party: string | null;
  amount: string | null;
  currencyId: string | null;
}

/** The newest entries are named; an older record keeps its own amount, and its link. */
const NEWEST = 500;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The entry that a record is about; null for a record of something else. */
export const entryIdOf = ({ action, subject, details }: AuditEntry): string | null =>
  textOf(details.entryId) ?? (action.startsWith("entry.") ? subject : null);

const aboutOf = (record: AuditEntry, known: ReadonlyMap<string, EntrySummary>): About | null => {
  const entryId = entryIdOf(record);
  if (entryId === null) return null;
  const entry = known.get(entryId);
  return {
    entryId,
    party: entry === undefined || entry.subject === "" ? null : entry.subject,
    amount: textOf(record.details.amount) ?? entry?.localAmount ?? null,
    currencyId: textOf(record.details.currencyId) ?? entry?.currencyId ?? null,
  };
};

/** What each record is about, by its number. */
export function useAbout(records: readonly AuditEntry[]): ReadonlyMap<number, About> {
  const entries = useChannel("outbox.list", { limit: NEWEST }).data?.entries;
  return useMemo(() => {
    const known = new Map((entries ?? []).map((entry) => [entry.entryId, entry]));
    return new Map(
      records.flatMap((record) => {
        const about = aboutOf(record, known);
        return about === null ? [] : [[record.sequence, about] as const];
      }),
    );
  }, [entries, records]);
}
