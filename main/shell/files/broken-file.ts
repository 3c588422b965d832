/** Can a file of the profile be used, and where is it kept when not? */
import { renameSync } from "node:fs";
import type { Log } from "../log/log.ts";
import { readSmallFile } from "./small-file.ts";

const LARGEST = 1_000_000;

/** A word on what is wrong with the text of a store file; null where it is a JSON object. */
export function faultOf(text: string): string | null {
  if (text.length > LARGEST) return "it is far too large";
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

/** Moves what can't be used under another name, and answers that name; null where all is well. */
export function keepBrokenAside(path: string, log: Log): string | null {
  const read = readSmallFile(path);
  if (read.kind === "none") return null;
  const fault = read.kind === "text" ? faultOf(read.text) : read.why;
  if (fault === null) return null;
  const aside = brokenName(path, new Date());
  renameSync(path, aside);
  log.warn("A file of the profile can't be used; it was kept aside and defaults are used", {
    path,
    fault,
    aside,
  });
  return aside;
}
