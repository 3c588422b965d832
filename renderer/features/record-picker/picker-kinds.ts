/** What can be picked, where it is found, and what may be typed in its place. */
import type { MirrorRow } from "../../../contract/channels/mirror.ts";

export type PickerKind =
  | "supplier"
  | "cashOrBank"
  | "account"
  | "store"
  | "currency"
  | "product"
  | "measureUnit"
  | "permission";

type SearchKind = "account" | "store" | "currency" | "product" | "measureUnit" | "permission";

/** The mirror's kind behind a picker. */
export function searchKind(kind: PickerKind): SearchKind {
  return kind === "supplier" || kind === "cashOrBank" ? "account" : kind;
}

export type AccountType = Extract<MirrorRow, { kind: "account" }>["type"];

/** The account types a picker is meant for; others are offered below them, because the file may be wrong. */
function fittingTypes(kind: PickerKind): readonly AccountType[] | null {
  if (kind === "supplier") return ["supplier"];
  if (kind === "cashOrBank") return ["cash", "bank"];
  return null;
}

export interface RecordOption {
  id: string;
  name: string;
  type: AccountType | null;
  deleted: boolean;
  /** False: an account of another type than the picker is meant for. */
  fits: boolean;
}

/** A mirror row as a choice; exchange rates have no single id and are none. */
export function optionOf(row: MirrorRow, kind: PickerKind): RecordOption[] {
  if (row.kind === "exchangeRate") return [];
  const type = row.kind === "account" ? row.type : null;
  const fitting = fittingTypes(kind);
  return [
    {
      id: String(row.id),
      name: row.name,
      type,
      deleted: row.deleted,
      fits: fitting === null || (type !== null && fitting.includes(type)),
    },
  ];
}

/** Whether typed text can stand as an id by itself, where nothing is mirrored. */
export function canBeId(kind: PickerKind, text: string): boolean {
  return kind === "currency" ? /^[\p{L}\p{N}._-]{1,16}$/u.test(text) : /^-?(?:0|[1-9]\d{0,30})$/.test(text);
}
