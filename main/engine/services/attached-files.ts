/** Looks whether the files behind references are there, and brings missing ones back from the backups. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type KeptFile, storedName } from "../../../contract/kept-file.ts";
import type { Log } from "../ports.ts";
import { counterFolder, type FileOwner, filesFolder } from "../store/backup-files.ts";
import { namedFiles } from "../store/carried-files.ts";
import type { Db } from "../store/open-database.ts";
import { attachmentsFolder, backupFolder } from "./backup.ts";
import { readSecondFolder } from "./backup-rotation.ts";
import type { Place } from "./place.ts";

interface AttachedParts {
  db: Db;
  profile: string;
  owner: FileOwner;
  own: Place;
  outside: Place;
  log: Log;
}

/** The named files that do not lie in the profile whole, as far as names and sizes tell. */
function missingIn(folder: string, files: readonly KeptFile[]): KeptFile[] {
  return files.filter(
    (file) => statSync(join(folder, storedName(file)), { throwIfNoEntry: false })?.size !== file.bytes,
  );
}

/** Copies what is missing out of the own backups, else out of those in the second folder. Returns what stays missing. */
export async function bringFilesBack(parts: AttachedParts): Promise<KeptFile[]> {
  const { db, profile, owner, own, outside, log } = parts;
  const to = attachmentsFolder(profile);
  const second = readSecondFolder(profile);
  const places: [Place, string][] = [[own, backupFolder(profile)]];
  if (second !== null) places.push([outside, second]);
  let missing = missingIn(to, namedFiles(db));
  for (const [place, root] of places) {
    if (missing.length === 0) break;
    const from = [filesFolder(counterFolder(root, owner.deviceId))];
    try {
      missing = (await place.ask({ do: "files", files: missing, from, to, named: "stored" })).missing;
    } catch (error) {
      log.warn("attached files could not be looked for in the backups", { error: String(error) });
    }
  }
  return missing;
}
