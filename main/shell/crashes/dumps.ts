/**
 * The system's memory dumps (minidumps). They may hold a token, also one that was kept for one run only and that
 * nobody can search for afterwards: so every one of them is deleted, and none is read but for whose it is.
 */
import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../../lib/error-code.ts";

/** Whether a folder, or the one above it, is a link: what that leads to is not the program's to delete. */
const isBehindLink = (folder: string): boolean =>
  [dirname(folder), folder].some(
    (each) => lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );

/** Every file in a folder and below; none where there is no such folder, or where it is behind a link. */
function filesIn(folder: string): string[] {
  try {
    if (isBehindLink(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** How Electron writes into each dump whose it is: two texts in a row, each after its length. */
const OF_THE_PROGRAM = /process_type\0+.\0\0\0browser\0/s;

/** When the program's own process crashed after `since` (milliseconds since 1970), as a dump of it shows; or null. */
export function hasDumpOfTheProgram(folder: string, since: number): number | null {
  for (const path of filesIn(folder)) {
    if (!path.endsWith(".dmp")) continue;
    const facts = statSync(path);
    // A pipe of that name would be waited for.
    if (!facts.isFile() || facts.mtimeMs <= since) continue;
    if (OF_THE_PROGRAM.test(readFileSync(path).toString("latin1"))) return facts.mtimeMs;
  }
  return null;
}

/** What the handler needs to go on; it holds an id and no memory. */
const HANDLERS_OWN = /[\\/]settings\.dat$/;

/**
 * Deletes everything in the folder: dumps, half-written ones, and what lies beside them. The folders stay, for the
 * system's handler writes into them. Answers how many dumps there were; throws where one can't be deleted.
 */
export function removeDumps(folder: string): number {
  const files = filesIn(folder).filter((path) => !HANDLERS_OWN.test(path));
  let failure: unknown = null;
  for (const path of files)
    try {
      rmSync(path, { force: true });
    } catch (error) {
      // One that the system holds open doesn't keep the others.
      failure = error;
    }
  if (failure !== null) throw failure;
  return files.filter((path) => path.endsWith(".dmp")).length;
}
