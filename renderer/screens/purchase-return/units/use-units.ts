import { useMemo } from "react";
import type { MirrorRow } from "../../../../contract/channels/mirror.ts";
import { useChannel } from "../../../client/queries.ts";
import { unitBases } from "./unit-conversion.ts";

const NO_ROWS: MirrorRow[] = [];

/** The units one chooses from, and what every unit, deleted ones too, is in its base. */
export function useUnits() {
  const rows =
    useChannel("mirror.search", { kind: "measureUnit", text: "", limit: 1000 }).data?.rows ?? NO_ROWS;
  return useMemo(
    () => ({
      units: rows.flatMap((row) =>
        row.kind === "measureUnit" && !row.deleted ? [{ id: String(row.id), name: row.name }] : [],
      ),
      bases: unitBases(rows),
    }),
    [rows],
  );
}
