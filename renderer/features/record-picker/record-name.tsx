import { Code } from "../../ui/code.tsx";
import { Name } from "../../ui/name.tsx";
import type { PickerKind } from "./picker-kinds.ts";
import { useRecordName } from "./use-record-options.ts";

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
