/** Where the owner's policy is, for the start as well, which doesn't read it. */
import { posix, win32 } from "node:path";

export interface PolicyPlace {
  path: string;
  /** Whose the file and its folder must be, with nobody else able to write; null: not checked on this system. */
  ownerId: number | null;
}

const ROOT = 0;

/** The file's place on this system. Pure. */
export function policyPlace(platform: string): PolicyPlace {
  // Not %ProgramData%: a person may set it for the programs they start.
  if (platform === "win32")
    return { path: win32.join("C:\\ProgramData", "Counterside", "policy.json"), ownerId: null };
  const folder = platform === "darwin" ? "/Library/Application Support/Counterside" : "/etc/counterside";
  return { path: posix.join(folder, "policy.json"), ownerId: ROOT };
}

/** In a source checkout only, another place may be named, owned by the user who runs it. */
export function chosenPlace(app: { isPackaged: boolean }, named: string | undefined): PolicyPlace {
  if (app.isPackaged || named === undefined) return policyPlace(process.platform);
  return { path: named, ownerId: process.getuid?.() ?? null };
}
