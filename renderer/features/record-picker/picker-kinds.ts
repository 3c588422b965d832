/** What can be picked, where it is found, and what may be typed in its place. */
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import {
  type ACCOUNT_TYPES,
  type ColumnName,
  hasCodes,
  keyOf,
  type NamedList,
  SOME_ACCOUNTS,
} from "../../../contract/lists.ts";

/** A list, or its records of some types. */
export type PickerKind = NamedList | keyof typeof SOME_ACCOUNTS;

const isSome = (kind: PickerKind): kind is keyof typeof SOME_ACCOUNTS => kind in SOME_ACCOUNTS;

/** The mirror's kind behind a picker. */
export const searchKind = (kind: PickerKind): NamedList => (isSome(kind) ? "account" : kind);

type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The account types a picker is meant for; others are offered below them, because the file may be wrong. */
const fittingTypes = (kind: PickerKind): readonly AccountType[] | null =>
  isSome(kind) ? SOME_ACCOUNTS[kind] : null;

/** A record's cell of that column; null where it is empty, or the list has no such column. */
export function cellOf(row: MirrorRow, column: ColumnName): string | null {
  const value: unknown = Reflect.get(row, column);
  return value === undefined || value === null ? null : String(value);
}

/** What names a record: its id, or those of what it is between. */
export const idsOfRow = (row: MirrorRow): string[] =>
  "id" in row ? [String(row.id)] : keyOf(row.kind).map((name) => cellOf(row, name) ?? "");

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
  if (!("id" in row)) return [];
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
  return hasCodes(searchKind(kind))
    ? /^[\p{L}\p{N}._-]{1,16}$/u.test(text)
    : /^-?(?:0|[1-9]\d{0,30})$/.test(text);
}
