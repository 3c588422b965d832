/**
 * Whether a folder is a copy that a program carries to other computers some time later (Dropbox, OneDrive, Syncthing …):
 * each computer may then take the same name first, and the disk of each says yes.
 */
import { existsSync, readdirSync, statfsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../../../lib/error-code.ts";

/** Put into the shop folder by a person, it says so for every counter that shares it. */
const SYNCED_MARK = "synced";

/** What these programs call their folders, on every system. */
const NAMES =
  /^(?:dropbox|onedrive|google ?drive|googledrive|my drive|cloudstorage|com~apple~clouddocs|mobile documents|nextcloud|owncloud|pcloud ?drive|syncthing|megasync|mega|box|box sync|seafile|resilio sync|proton ?drive|synologydrive)(?:[ _-].*)?$/i;
/** What they put into them. */
const MARKS =
  /^(?:\.dropbox|\.dropbox\.cache|\.stfolder|\.stignore|\.owncloudsync\.log|\._?sync_[0-9a-f]+\.db|\.sync|\.synologyworkingdirectory|\.tmp\.drive(?:down|up)load|\.megaignore|\.seafile-data)$/i;

/** Linux's number for what a program serves as a disk (rclone, sshfs, GNOME's shares): it answers for one computer alone. */
const SERVED_BY_A_PROGRAM = 0x65735546;

const marksIn = (folder: string): boolean => {
  try {
    return readdirSync(folder).some((name) => MARKS.test(name));
  } catch (error) {
    // A folder above may be closed to this user.
    if (["EACCES", "EPERM", "ENOENT"].includes(errorCode(error))) return false;
    throw error;
  }
};

function isSynced(root: string): boolean {
  if (existsSync(join(root, SYNCED_MARK))) return true;
  for (let folder = root; ; folder = dirname(folder)) {
    if (NAMES.test(basename(folder)) || marksIn(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** False where two computers that share the folder may each take the same name first. `root`: without links. */
export const keepsNamesApart = (root: string): boolean =>
  !(process.platform === "linux" && statfsSync(root).type === SERVED_BY_A_PROGRAM) && !isSynced(root);
