/** Looks whether the files behind references are there, and brings missing ones back from the backups. */
import type { MissingFiles } from "../../../../contract/channels/recovery.ts";
import type { KeptFile } from "../../../../contract/kept-file.ts";
import type { OpenFile } from "../../core/context.ts";
import type { Place, Places } from "../place/place.ts";
import { attachmentsFolder, backupFolder } from "./backup.ts";
import { counterFolder, filesFolder } from "./backup-files.ts";
import { readSecondFolder } from "./backup-rotation.ts";
import { namesFiles } from "./carried-files.ts";

const MOST_NAMES = 100;
/** As channels tell it. */
export const missingOf = (files: readonly KeptFile[]): MissingFiles => ({
  count: files.length,
  names: files.slice(0, MOST_NAMES).map(({ name }) => name),
});

/**
 * Copies what is missing, as far as names and sizes tell, out of the own backups, else out of those in the second
 * folder. Returns what stays missing.
 */
export async function bringFilesBack(
  {
    db,
    profile,
    sqliteBinding,
    owner,
    log,
  }: Pick<OpenFile, "db" | "profile" | "sqliteBinding" | "owner" | "log">,
  { own, outside }: Places,
): Promise<KeptFile[]> {
  if (!namesFiles(db)) return [];
  const second = readSecondFolder(profile);
  const lookIn = async (place: Place, root: string): Promise<KeptFile[]> => {
    const from = [filesFolder(counterFolder(root, owner.deviceId))];
    const wish = { namedBy: db.name, sqliteBinding, from, to: attachmentsFolder(profile) };
    return (await place.ask({ do: "files", named: "stored", ...wish })).missing;
  };
  const missing = await lookIn(own, backupFolder(profile));
  if (missing.length === 0 || second === null) return missing;
  try {
    return await lookIn(outside, second);
  } catch (error) {
    log.warn("attached files could not be looked for in the second folder", { error });
    return missing;
  }
}
