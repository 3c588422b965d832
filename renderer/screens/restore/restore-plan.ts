/** What may be restored, and exactly what would be asked of the service. */
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import { RESTORE_KINDS, RESTORE_OPERATIONS, type RestoreKind } from "../../../contract/channels/restore.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { ENDPOINTS } from "../../../contract/service/endpoints.ts";

export { RESTORE_KINDS, type RestoreKind };

type RestoreInput = ChannelInput<"restore.request">;

/** One record that may be restored. */
export interface RestoreItem {
  key: string;
  kind: RestoreKind;
  input: RestoreInput;
  /** The ids as they are written: "5", or "USD → YER". */
  ids: string;
  /** null: named by its ids only. */
  name: string | null;
}

/** One of the list's lines. */
export interface ListedRecord {
  item: RestoreItem;
  row: MirrorRow;
}

/** The item of an exchange rate. */
export function rateItem(fromCurrencyId: string, toCurrencyId: string): RestoreItem {
  return {
    key: `exchangeRate ${fromCurrencyId} ${toCurrencyId}`,
    kind: "exchangeRate",
    input: { kind: "exchangeRate", fromCurrencyId, toCurrencyId },
    ids: `${fromCurrencyId} → ${toCurrencyId}`,
    name: null,
  };
}

/** The item of a record that has one id. */
export function recordItem(
  kind: Exclude<RestoreKind, "exchangeRate">,
  id: string,
  name: string | null,
): RestoreItem {
  const common = { key: `${kind} ${id}`, ids: id, name };
  switch (kind) {
    case "permission":
      return { ...common, kind, input: { kind, permissionId: id } };
    case "measureUnit":
      return { ...common, kind, input: { kind, measureUnitId: id } };
    case "account":
      return { ...common, kind, input: { kind, accountId: id } };
  }
}

/** A mirrored row as an item; null for kinds that the interface can't restore. */
export function itemOfRow(row: MirrorRow): RestoreItem | null {
  switch (row.kind) {
    case "exchangeRate":
      return rateItem(row.fromCurrencyId, row.toCurrencyId);
    case "permission":
    case "measureUnit":
    case "account":
      return recordItem(row.kind, String(row.id), row.name);
    default:
      return null;
  }
}

interface Identity {
  tenantId: number | string;
  deviceId: string;
}

/** The request as it goes out: method, path, and the body's fields in the interface's order (section 4). */
export function requestOf(
  { kind, input }: RestoreItem,
  { tenantId, deviceId }: Identity,
): { method: string; path: string; fields: [name: string, value: string][] } {
  const { method, path } = ENDPOINTS[RESTORE_OPERATIONS[kind]];
  const tenant: [string, string] = ["tenantId", String(tenantId)];
  const device: [string, string] = ["deviceId", deviceId];
  switch (input.kind) {
    case "exchangeRate":
      return {
        method,
        path,
        fields: [
          tenant,
          ["fromCurrencyId", input.fromCurrencyId],
          ["toCurrencyId", input.toCurrencyId],
          device,
        ],
      };
    case "permission":
      return { method, path, fields: [tenant, ["permissionId", String(input.permissionId)], device] };
    case "measureUnit":
      return { method, path, fields: [tenant, ["id", String(input.measureUnitId)], device] };
    case "account":
      return { method, path, fields: [["accountId", String(input.accountId)], device] };
  }
}
