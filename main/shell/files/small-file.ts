/** A small file of the profile, whatever lies under its name: a pipe holds nobody up, and nothing large is read. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { errorCode } from "../../lib/error-code.ts";
import type { Log } from "../../lib/log.ts";
import { isHeld, moveAtOnce, whileHeldAtOnce } from "../../lib/whole-file.ts";

const LARGEST_BYTES = 1_000_000;

type SmallFile =
  | { kind: "none" }
  | { kind: "text"; text: string }
  | { kind: "unusable"; why: string }
  /** Another program has it open for itself alone: nothing is known of its content. */
  | { kind: "held"; error: unknown };

/** Never throws, never waits for the writer of a pipe. What is larger than `mostBytes` is unusable. */
export function readSmallFile(path: string, mostBytes = LARGEST_BYTES): SmallFile {
  let file: number;
  try {
    file = whileHeldAtOnce(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    if (isHeld(error)) return { kind: "held", error };
    const code = errorCode(error);
    return code === "ENOENT" ? { kind: "none" } : { kind: "unusable", why: `it can't be opened (${code})` };
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { kind: "unusable", why: "it is no file" };
    if (found.size > mostBytes) return { kind: "unusable", why: "it is far too large" };
    return { kind: "text", text: readFileSync(file, "utf8") };
  } catch (error) {
    return { kind: "unusable", why: `it can't be read (${errorCode(error)})` };
  } finally {
    closeSync(file);
  }
}

// Can a file of the profile be used, and where is it kept when not?

/** A word on what is wrong with the text of a store file; null where it is a JSON object. */
export function faultOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? null : "it is not a JSON object";
  } catch (error) {
    return `it is not JSON (${error instanceof Error ? error.message.slice(0, 80) : "unreadable"})`;
  }
}

/** The name that a file is kept aside under. */
export const brokenName = (path: string, at: Date): string =>
  `${path}.broken-${at.toISOString().replaceAll(":", "-")}`;

/**
 * Moves what can't be used under another name, and answers that name; null where all is well. Throws where another
 * program holds the file: its content may be whole.
 */
export function keepBrokenAside(path: string, log: Log): string | null {
  const read = readSmallFile(path);
  if (read.kind === "none") return null;
  if (read.kind === "held") throw read.error;
  const fault = read.kind === "text" ? faultOf(read.text) : read.why;
  if (fault === null) return null;
  const aside = brokenName(path, new Date());
  moveAtOnce(path, aside);
  log.warn("A file of the profile can't be used; it was kept aside and defaults are used", {
    path,
    fault,
    aside,
  });
  return aside;
}
