/** A small file of the profile, whatever lies under its name: a pipe holds nobody up, and nothing large is read. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { errorCode } from "../../lib/error-code.ts";

const LARGEST_BYTES = 1_000_000;

export type SmallFile = { kind: "none" } | { kind: "text"; text: string } | { kind: "unusable"; why: string };

/** Never throws, and never waits for whoever writes into a pipe. What is larger than `mostBytes` is unusable. */
export function readSmallFile(path: string, mostBytes = LARGEST_BYTES): SmallFile {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
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
