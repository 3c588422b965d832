/** The files that an entry's document references stand for. The files themselves lie elsewhere in the profile. */
import { type KeptFile, storedName } from "../../../../contract/kept-file.ts";
import type { Db } from "../../file/database/open-database.ts";
import type { Handlers, OpenFile } from "../context.ts";

/** A file and the place, from 0, of the reference it belongs to. */
export interface PlacedFile {
  position: number;
  file: KeptFile;
}

export function createKeptFileStore(db: Db) {
  const put = db.prepare(
    "INSERT INTO kept_file (sequence, position, sha256, name, bytes) VALUES (?, ?, ?, ?, ?)",
  );
  const ofEntry = db.prepare<[string], KeptFile & { position: number }>(
    `SELECT k.position, k.sha256, k.name, k.bytes FROM entry AS e JOIN kept_file AS k ON k.sequence = e.sequence
     WHERE e.entry_id = ? ORDER BY k.position`,
  );
  const named = db.prepare<[string], string>("SELECT DISTINCT name FROM kept_file WHERE sha256 = ?").pluck();
  return {
    /** Does an entry refer to the file of this content and kind? */
    isReferred: (file: Pick<KeptFile, "sha256" | "name">): boolean =>
      named.all(file.sha256).some((name) => storedName({ sha256: file.sha256, name }) === storedName(file)),
    /** Call it inside the posting's transaction. */
    put(sequence: number, files: readonly PlacedFile[]): void {
      for (const { position, file } of files) put.run(sequence, position, file.sha256, file.name, file.bytes);
    },
    ofEntry: (entryId: string): PlacedFile[] =>
      ofEntry.all(entryId).map(({ position, ...file }) => ({ position, file })),
  };
}

export function attachmentHandlers({
  db,
}: OpenFile): Handlers<"attachment.isReferred" | "attachment.ofEntry"> {
  const files = createKeptFileStore(db);
  return {
    "attachment.isReferred": (_, file) => ({ referred: files.isReferred(file) }),
    "attachment.ofEntry": (_, { entryId }) => ({ files: files.ofEntry(entryId) }),
  };
}
