/** Which of a file's columns stood for which of ours in the last import of each kind, and which for none. */
import { type ColumnMapping, columnMapping } from "../../../../contract/channels/file-reading.ts";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { createMetaStore } from "../file/meta.ts";
import type { Db } from "../file/open-database.ts";

export function createImportMemory(db: Db) {
  const meta = createMetaStore(db);
  return {
    /** Null where no import of this kind named its columns yet, or what is kept can't be read any more. */
    recall(kind: ReferenceKind): ColumnMapping | null {
      const kept = meta.get(`importMapping.${kind}`);
      if (kept === null) return null;
      const read = columnMapping.safeParse(JSON.parse(kept));
      return read.success ? read.data : null;
    },
    /** Call it inside the transaction of the import that used it. */
    remember: (kind: ReferenceKind, mapping: ColumnMapping): void =>
      meta.hold({ [`importMapping.${kind}`]: JSON.stringify(mapping) }),
  };
}
