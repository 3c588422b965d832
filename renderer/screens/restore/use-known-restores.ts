import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { useChannel } from "../../client/queries.ts";
import { keyOf, type RestoreItem } from "./restore-plan.ts";

type Known = ReadonlyMap<string, KnownRestore>;

const byItem = (records: readonly KnownRestore[]): Known =>
  new Map(records.map((known) => [keyOf(known.kind, known.ids), known]));

/** What this counter knows of the records that it asked to be restored, by the item's key. */
export const useKnownRestores = (): Known => byItem(useChannel("restore.known", {}).data?.records ?? []);

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

/** Which of the chosen records were asked for before. */
export function askedBefore(chosen: readonly RestoreItem[], read: readonly KnownRestore[]): AskedBefore[] {
  const known = byItem(read);
  return chosen.flatMap((item) => {
    const found = known.get(item.key);
    return found !== undefined && isAskedBefore(found) ? [{ item, known: found }] : [];
  });
}

/**
 * The same by what the engine says, so that nothing is asked for twice unawares; `before` is null where that is not known,
 * and `error` says why.
 */
export function useAskedBefore(chosen: readonly RestoreItem[]) {
  const { data, error, refetch } = useChannel("restore.known", {});
  const isNeeded = chosen.length > 0;
  return {
    before: isNeeded && data === undefined ? null : askedBefore(chosen, data?.records ?? []),
    error: isNeeded && data === undefined ? error : null,
    retry: () => void refetch(),
  };
}
