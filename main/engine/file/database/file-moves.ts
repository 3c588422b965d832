/** Keeps files aside that are used no more. */
import { existsSync } from "node:fs";
import { moveAtOnce, removeAtOnce } from "../../../lib/whole-file.ts";

/** Ends the name of the note of the answers that were being read (`answer-notes.ts`). */
export const ANSWERS_BESIDE = "-answers";

/** Why a file is kept aside: a part of its name. */
export type AsideReason = "corrupt" | "newer" | "foreign" | "replaced";

/** The name that a file is kept under which is used no more; its log is beside it under the same name. */
export function asideName(path: string, now: number, why: AsideReason = "corrupt"): string {
  const name = `${path}.${why}-${new Date(now).toISOString().replace(/[-:]/g, "")}`;
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(free) && !existsSync(`${free}-wal`)) return free;
  }
}

/** Moves the file and its log aside, with the note that speaks of its attempts. Returns the name, or null where there was nothing. */
export function keepAside(path: string, now: number, why: AsideReason = "corrupt"): string | null {
  const aside = asideName(path, now, why);
  let isKept = false;
  for (const rest of ["-wal", ""]) {
    if (!existsSync(path + rest)) continue;
    moveAtOnce(path + rest, aside + rest);
    isKept = true;
  }
  if (isKept && existsSync(path + ANSWERS_BESIDE)) moveAtOnce(path + ANSWERS_BESIDE, aside + ANSWERS_BESIDE);
  removeAtOnce(`${path}-shm`);
  return isKept ? aside : null;
}
