/**
 * Whether a folder is a copy that a program carries to other computers some time later (Dropbox, OneDrive, Syncthing …):
 * each computer may then take the same name first, and the disk of each says yes.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../../../lib/error-code.ts";

/** Put into the shop folder by a person, it says so for every counter that shares it. */
export const SYNCED_MARK = "synced";

/** What these programs call their folders, on every system. */
const NAMES =
  /^(?:dropbox|onedrive|google ?drive|googledrive|my drive|cloudstorage|com~apple~clouddocs|mobile documents|nextcloud|owncloud|pcloud ?drive|syncthing|megasync|mega|box|box sync|seafile|resilio sync|proton ?drive|synologydrive)(?:[ _-].*)?$/i;
/** What they put into them. */
const MARKS =
  /^(?:\.dropbox|\.dropbox\.cache|\.stfolder|\.stignore|\.owncloudsync\.log|\._?sync_[0-9a-f]+\.db|\.sync|\.synologyworkingdirectory|\.tmp\.drive(?:down|up)load|\.megaignore|\.seafile-data)$/i;

const marksIn = (folder: string): boolean => {
  try {
    return readdirSync(folder).some((name) => MARKS.test(name));
  } catch (error) {
    // A folder above may be closed to this user.
    if (["EACCES", "EPERM", "ENOENT"].includes(errorCode(error))) return false;
    throw error;
  }
};

/** `root`: without links. */
export function isSynced(root: string): boolean {
  if (existsSync(join(root, SYNCED_MARK))) return true;
  for (let folder = root; ; folder = dirname(folder)) {
    if (NAMES.test(basename(folder)) || marksIn(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}
