/** What may be restored, and exactly what would be asked of the service. */
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { RESTORE_KINDS, type RestoreKind, restoreBody, restoreOf } from "../../../contract/operations.ts";
import { useChannel } from "../../client/queries.ts";
import { cellOf, idsOfRow } from "../../features/record-picker/records.tsx";

/** One record that may be restored. */
export interface RestoreItem {
  key: string;
  kind: RestoreKind;
  /** What names it, in the order of its operation's keys. */
  ids: readonly string[];
  /** null: named by its ids only. */
  name: string | null;
}

/** One of the list's lines. */
export interface ListedRecord {
  item: RestoreItem;
  row: MirrorRow;
}

const keyOf = (kind: RestoreKind, ids: readonly string[]): string => [kind, ...ids].join(" ");

export const restoreItem = (
  kind: RestoreKind,
  ids: readonly string[],
  name: string | null = null,
): RestoreItem => ({ key: keyOf(kind, ids), kind, ids, name });

/** A mirrored row as an item; null for lists that the interface can't restore. */
export function itemOfRow(row: MirrorRow): RestoreItem | null {
  const kind = RESTORE_KINDS.find((one) => one === row.kind);
  if (kind === undefined) return null;
  return restoreItem(kind, idsOfRow(row), cellOf(row, "name"));
}

/** The request as it goes out: method, path, and the body's fields in the interface's order (section 4). */
export function requestOf(
  { kind, ids }: RestoreItem,
  who: { tenantId: number | string; deviceId: string },
): { method: string; path: string; fields: [name: string, value: string][] } {
  const { method, path, keys } = restoreOf(kind);
  const body = restoreBody(kind, Object.fromEntries(keys.map(({ input }, at) => [input, ids[at]])), who);
  return { method, path, fields: Object.entries(body).map(([name, value]) => [name, String(value)]) };
}

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
function isAskedBefore({ state, confirmedAt }: KnownRestore): boolean {
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
