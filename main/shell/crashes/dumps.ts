/**
 * The system's pictures of memory (minidumps). They may hold a token, so each is searched for it; one that holds it, or
 * that can't be searched because no token is known, is deleted.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { findSecret } from "../support/find-secret.ts";

const MOST = 3;
const MOST_BYTES = 30_000_000;
const OLDEST_MS = 14 * 24 * 60 * 60_000;

export interface Dump {
  path: string;
  bytes: number;
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

/** The pictures in a folder and below, the newest first. */
export function listDumps(folder: string): Dump[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".dmp"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const { size, mtimeMs } = statSync(path);
        return { path, bytes: size, at: mtimeMs };
      })
      .sort((a, b) => b.at - a.at);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** How Electron writes into each picture whose it is: two texts in a row, each after its length. */
const OF_THE_PROGRAM = /process_type\0+.\0\0\0browser\0/s;

/** Is this the picture of the program's own process, not of one beside it? */
export const isOfTheProgram = ({ path }: Dump): boolean =>
  OF_THE_PROGRAM.test(readFileSync(path).toString("latin1"));

/** The handler keeps a few bytes beside each picture. */
const remove = ({ path }: Dump): void => {
  rmSync(path, { force: true });
  rmSync(path.replace(/dmp$/, "meta"), { force: true });
};

/** Deletes those that may not stay; answers how many were deleted for a secret's sake. */
export function sweepDumps(folder: string, secrets: readonly string[], now: number): number {
  let bytes = 0;
  let secret = 0;
  for (const [at, dump] of listDumps(folder).entries()) {
    bytes += dump.bytes;
    const beyond = at >= MOST || bytes > MOST_BYTES || now - dump.at > OLDEST_MS;
    const holds = !beyond && (secrets.length === 0 || findSecret(readFileSync(dump.path), secrets) !== null);
    if (holds) secret += 1;
    if (beyond || holds) remove(dump);
  }
  return secret;
}

/** Deletes them all. */
export function removeDumps(folder: string): void {
  for (const dump of listDumps(folder)) remove(dump);
}
