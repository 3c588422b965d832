import { useDebouncedValue } from "@mantine/hooks";
import { hasCodes } from "../../../contract/lists.ts";
import { useChannel } from "../../client/queries.ts";
import { latinNumber } from "../../lib/latin-number.ts";
import { canBeId, optionOf, type PickerKind, type RecordOption, searchKind } from "./picker-kinds.ts";

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
