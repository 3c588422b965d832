/** What the counters keep in the profile: the folder `shop-folder` in it, and small files of JSON. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { isHeld, makeFolderAtOnce, whileHeldAtOnce, writeWholeAtOnce } from "../../../lib/whole-file.ts";

export const workFolder = (profile: string): string => join(profile, "shop-folder");

/**
 * Null where it is not there, has more than `most` bytes, or says something else: then it is made anew. Throws where another
 * program holds it: it may be whole.
 */
export function readKept<T>(path: string, most: number, schema: z.ZodType<T>): T | null {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isFile() !== true || there.size > most) return null;
    return schema.parse(JSON.parse(whileHeldAtOnce(() => readFileSync(path, "utf8"))));
  } catch (error) {
    if (isHeld(error)) throw error;
    // Nothing rests on it alone.
    return null;
  }
}

/** For this user alone. */
export function writeKept(path: string, content: string | Uint8Array): void {
  makeFolderAtOnce(dirname(path));
  writeWholeAtOnce(path, (unfinished) => writeFileSync(unfinished, content, { mode: 0o600 }));
}
