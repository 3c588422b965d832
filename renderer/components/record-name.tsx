import { Name } from "./name.tsx";
import type { PickerKind } from "./record-picker/picker-kinds.ts";
import { useRecordName } from "./record-picker/use-record-options.ts";

interface RecordNameProps {
  kind: PickerKind;
  id: number | string | null;
}

/** A record by its name where the mirror has one, else by its id. */
export function RecordName({ kind, id }: RecordNameProps) {
  const name = useRecordName(kind, id === null ? null : String(id));
  return <Name>{name ?? id ?? "—"}</Name>;
}
