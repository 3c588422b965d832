/** What one run leaves to the next start, each note of which holds only while no file that it follows from has changed. */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { PART, removeAtOnce, writeWholeAtOnce } from "./whole-file.ts";

/** A note of one name: what it is about now, and where it is kept. */
export interface StartNote {
  path: string;
  /** What has to be as it was; throws the system's error. */
  marks: () => string;
}

const BOOKS = /\.sqlite(-wal)?$/;
/** What takes longer to read would hold up the start that it is for. */
const LONGEST = 500_000;

/** Which file it is, its size and its times: no change leaves them all alike. */
function markOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return `${path} none`;
    throw error;
  }
}

/** What the engine of before would have answered: of the same books, by the same version, with days that begin alike. */
export const answersNote = (profile: string, version: string): StartNote => ({
  path: join(profile, "first-answers.json"),
  marks: () => {
    const folders = [profile, join(profile, "connections")].filter((folder) => existsSync(folder));
    const books = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => BOOKS.test(name))
        .map((name) => markOf(join(folder, name))),
    );
    return [...books.sort(), version, new Date().getTimezoneOffset()].join("\n");
  },
});

/**
 * The settings as they held: with the same file of them, the same owner's policy, and in the language of the system, which
 * they follow where nobody chose. And with the same tokens: the answers say whether there is one.
 */
export const settingsNote = (
  profile: string,
  version: string,
  locale: string,
  policyPath: string,
): StartNote => ({
  path: join(profile, "first-settings.json"),
  marks: () =>
    [
      ...["settings.json", "vault.json"].map((name) => markOf(join(profile, name))),
      // Whether a policy holds depends on who may write into its folder as well.
      ...[policyPath, dirname(policyPath)].map(markOf),
      version,
      locale,
    ].join("\n"),
});

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64");

/** Keeps the note; null takes away the one there is, as does one too long. Throws the system's error. */
export function keepStartNote({ path, marks }: StartNote, note: unknown): void {
  const text = JSON.stringify(note);
  const whole =
    note === null
      ? null
      : Buffer.from(JSON.stringify({ marks: marks(), digest: digestOf(text), note: text }));
  if (whole === null || whole.length > LONGEST) removeAtOnce(path);
  // Of one name: what a kill leaves of it is written over the next time.
  else
    writeWholeAtOnce(
      path,
      (unfinished) => writeFileSync(unfinished, whole, { mode: 0o600 }),
      join(dirname(path), `.${basename(path)}${PART}`),
    );
}

/**
 * The note as this version kept it, by its digest; null where there is none, or what it follows from has changed.
 * Throws where it can't be read.
 */
export function readStartNote({ path, marks }: StartNote): unknown {
  try {
    const found = lstatSync(path);
    // A pipe or a device would be waited for.
    if (!found.isFile() || found.size > LONGEST) return null;
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof kept !== "object" || kept === null) return null;
    if (!("marks" in kept && "digest" in kept && "note" in kept) || typeof kept.note !== "string")
      return null;
    return kept.digest === digestOf(kept.note) && kept.marks === marks() ? JSON.parse(kept.note) : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}
