import type { KnownRestore } from "../../../contract/channels/restore.ts";
import { useChannel } from "../../client/queries.ts";
import { RESTORE_KINDS, type RestoreItem, type RestoreKind } from "./restore-plan.ts";

const NONE: readonly KnownRestore[] = [];

type Known = ReadonlyMap<string, KnownRestore>;

/** By the item's key. */
const byItem = (kind: RestoreKind, records: readonly KnownRestore[]): Known =>
  new Map(records.map((known) => [`${kind} ${known.record}`, known]));

/** What this counter knows of a kind's records that it asked to be restored, by the item's key. */
export function useKnownRestores(kind: RestoreKind): Known {
  return byItem(kind, useChannel("restore.known", { kind }).data?.records ?? NONE);
}

export interface AskedBefore {
  item: RestoreItem;
  known: KnownRestore;
}

/** An import after its restore was confirmed says that the record was deleted since. */
export const isDeletedAgain = (
  { state, confirmedAt }: KnownRestore,
  row: { deleted: boolean; updatedAt: string },
): boolean =>
  row.deleted &&
  state === "confirmed" &&
  confirmedAt !== null &&
  Date.parse(row.updatedAt) > Date.parse(confirmedAt);

/** A request for it is on its way, or a restore of it was confirmed: to ask again is a person's decision. */
export function isAskedBefore({ state, confirmedAt }: KnownRestore): boolean {
  return confirmedAt !== null || (state !== "discarded" && state !== "dead_letter");
}

/**
 * Which of the chosen records were asked for before; null where that is not known of every one. `read`: what was read of
 * each kind, undefined where it is not yet, or can't be.
 */
export function askedBefore(
  chosen: readonly RestoreItem[],
  read: Readonly<Record<RestoreKind, readonly KnownRestore[] | undefined>>,
): AskedBefore[] | null {
  if (chosen.some(({ kind }) => read[kind] === undefined)) return null;
  const known = new Map(RESTORE_KINDS.flatMap((kind) => [...byItem(kind, read[kind] ?? NONE)]));
  return chosen.flatMap((item) => {
    const found = known.get(item.key);
    return found !== undefined && isAskedBefore(found) ? [{ item, known: found }] : [];
  });
}

/** The same by what the engine says, so that nothing is asked for twice unawares. `error`: why it is not known. */
export function useAskedBefore(chosen: readonly RestoreItem[]) {
  const reads = {
    exchangeRate: useChannel("restore.known", { kind: "exchangeRate" }),
    permission: useChannel("restore.known", { kind: "permission" }),
    measureUnit: useChannel("restore.known", { kind: "measureUnit" }),
    account: useChannel("restore.known", { kind: "account" }),
  };
  const failed = chosen
    .map(({ kind }) => reads[kind])
    .find(({ data, error }) => data === undefined && error !== null);
  return {
    before: askedBefore(chosen, {
      exchangeRate: reads.exchangeRate.data?.records,
      permission: reads.permission.data?.records,
      measureUnit: reads.measureUnit.data?.records,
      account: reads.account.data?.records,
    }),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
