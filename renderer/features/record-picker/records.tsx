/** What can be picked, where it is found, and what may be typed in its place. */

import { useDebouncedValue } from "@mantine/hooks";
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import {
  type ACCOUNT_TYPES,
  type ColumnName,
  hasCodes,
  keyColumnsOf,
  type NamedList,
  SOME_ACCOUNTS,
} from "../../../contract/lists.ts";
import { useChannel } from "../../client/queries.ts";
import { latinNumber } from "../../lib/text.ts";
import { Code } from "../../ui/code.tsx";
import { Name } from "../../ui/name.tsx";

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
  "id" in row ? [String(row.id)] : keyColumnsOf(row.kind).map((name) => cellOf(row, name) ?? "");

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

const LIMIT = 50;
const TYPING_MS = 20;

export interface RecordOptions {
  fitting: RecordOption[];
  others: RecordOption[];
  /** An id that may be used as typed, because no row has it. */
  freeId: string | null;
  searching: boolean;
}

interface Asked {
  enabled: boolean;
  /** Deleted records are offered too. */
  withDeleted: boolean;
}

/** The choices for what is typed: fitting ones first, and the typed id itself where no row has it. */
export function useRecordOptions(
  kind: PickerKind,
  text: string,
  { enabled, withDeleted }: Asked,
): RecordOptions {
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  const search = useChannel(
    "mirror.search",
    { kind: searchKind(kind), text: asked, limit: LIMIT, ...(withDeleted ? {} : { deleted: false }) },
    { enabled, keepPrevious: true, typed: true },
  );
  const options = (search.data?.rows ?? []).flatMap((row) => optionOf(row, kind));
  const typed = hasCodes(searchKind(kind)) ? text.trim().toUpperCase() : latinNumber(text.trim());
  const free = !options.some(({ id }) => id === typed) && canBeId(kind, typed) ? typed : null;
  // A record that is not offered because it is deleted is not offered by its id either.
  const isKnown = useRecordName(kind, free) !== null;
  return {
    fitting: options.filter(({ fits }) => fits),
    others: options.filter(({ fits }) => !fits),
    freeId: isKnown ? null : free,
    searching: search.isFetching || asked !== text.trim(),
  };
}

/** The name of a record whose id is known; null where the mirror has none. */
export function useRecordName(kind: PickerKind, id: string | null): string | null {
  const search = useChannel(
    "mirror.search",
    { kind: searchKind(kind), text: id ?? "", limit: LIMIT },
    { enabled: id !== null },
  );
  const row = (search.data?.rows ?? [])
    .flatMap((found) => optionOf(found, kind))
    .find((found) => found.id === id);
  return row?.name ?? null;
}

interface RecordNameProps {
  kind: PickerKind;
  id: number | string | null;
  /** Shows the id beside the name too, to be copied: where one works with what was on the wire. */
  withId?: boolean;
  /** Both languages of a name on one line. */
  oneLine?: boolean;
}

/** A record by its name where the mirror has one, else by its id. */
export function RecordName({ kind, id, withId = false, oneLine = false }: RecordNameProps) {
  const name = useRecordName(kind, id === null ? null : String(id));
  if (withId && id !== null)
    return (
      <span className="line gap-8 min-w-0">
        {name === null || name === "" ? null : <Name>{name}</Name>}
        <span className="note fixed">
          <Code>{String(id)}</Code>
        </span>
      </span>
    );
  return <Name oneLine={oneLine}>{name ?? id ?? "—"}</Name>;
}
