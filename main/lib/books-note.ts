/** A note about the books of a profile that holds only while no file of theirs has changed since it was made. */
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./error-code.ts";
import { PART, removeAtOnce, writeWholeAtOnce } from "./whole-file.ts";

const NAME = "first-answers.json";
const BOOKS = /\.sqlite(-wal)?$/;
/** What takes longer to read would hold up the start that it is for. */
const LONGEST = 500_000;

/** Which file each is, its size and its times: no change leaves them all alike. And where the day begins. */
function marksOf(profile: string): string {
  const folders = ["", "connections"].filter((folder) => existsSync(join(profile, folder)));
  const marks = folders.flatMap((folder) =>
    readdirSync(join(profile, folder))
      .filter((name) => BOOKS.test(name))
      .map((name) => {
        const { ino, size, mtimeNs, ctimeNs } = statSync(join(profile, folder, name), { bigint: true });
        return `${name} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
      }),
  );
  return [...marks.sort(), new Date().getTimezoneOffset()].join("\n");
}

/** Keeps the note, with the books closed; null takes away the one there is, as does one too long. Throws the system's error. */
export function keepBooksNote(profile: string, note: unknown): void {
  const path = join(profile, NAME);
  const text = JSON.stringify({ marks: marksOf(profile), note });
  if (note === null || text.length > LONGEST) removeAtOnce(path);
  // Of one name: what a kill leaves of it is written over the next time.
  else
    writeWholeAtOnce(
      path,
      (unfinished) => writeFileSync(unfinished, text, { mode: 0o600 }),
      join(profile, `.${NAME}${PART}`),
    );
}

/** The note, of unknown shape; null where there is none, or the books are others now. Throws where it can't be read. */
export function readBooksNote(profile: string): unknown {
  const path = join(profile, NAME);
  try {
    const found = lstatSync(path);
    // A pipe or a device would be waited for.
    if (!found.isFile() || found.size > LONGEST * 2) return null;
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof kept !== "object" || kept === null || !("marks" in kept) || !("note" in kept)) return null;
    return kept.marks === marksOf(profile) ? kept.note : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}
