/** What may be restored, and exactly what would be asked of the service. */
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import { RESTORE_KINDS, type RestoreKind, restoreBody, restoreOf } from "../../../contract/operations.ts";
import { cellOf, idsOfRow } from "../../features/record-picker/picker-kinds.ts";

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

export const keyOf = (kind: RestoreKind, ids: readonly string[]): string => [kind, ...ids].join(" ");

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
