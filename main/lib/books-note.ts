/** A note about the books of a profile that holds only while no file of theirs has changed since it was made. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./error-code.ts";
import { writeWholeAtOnce } from "./whole-file.ts";

const NAME = "first-answers.json";
const BOOKS = /\.sqlite(-wal)?$/;
/** What takes longer to read would hold up the start that it is for. */
const LONGEST = 500_000;

/** Name, size and time of each file: no change leaves them all alike. */
function marksOf(profile: string): string {
  const folders = ["", "connections"].filter((folder) => existsSync(join(profile, folder)));
  const marks = folders.flatMap((folder) =>
    readdirSync(join(profile, folder))
      .filter((name) => BOOKS.test(name))
      .map((name) => {
        const { size, mtimeNs } = statSync(join(profile, folder, name), { bigint: true });
        return `${name} ${size} ${mtimeNs}`;
      }),
  );
  return marks.sort().join("\n");
}

/** Keeps the note, with the books closed; nothing where it is too long. Throws the system's error. */
export function keepBooksNote(profile: string, note: unknown): void {
  const text = JSON.stringify({ marks: marksOf(profile), note });
  if (text.length > LONGEST) return;
  writeWholeAtOnce(join(profile, NAME), (unfinished) =>
    writeFileSync(unfinished, text, { mode: 0o600, flag: "wx" }),
  );
}

/** The note, of unknown shape; null where there is none, or the books are others now. Throws where it can't be read. */
export function readBooksNote(profile: string): unknown {
  try {
    const text = readFileSync(join(profile, NAME), "utf8");
    const kept: unknown = text.length > LONGEST ? null : JSON.parse(text);
    if (typeof kept !== "object" || kept === null || !("marks" in kept) || !("note" in kept)) return null;
    return kept.marks === marksOf(profile) ? kept.note : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}
