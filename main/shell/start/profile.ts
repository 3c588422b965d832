/** The profile folder: settings, vault, log, and the engine's files. */
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../lib/error-code.ts";

/** Makes the folder and tries to write in it. Answers a sentence for the person where that fails, else null. */
export function profileProblem(folder: string): string | null {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    // Other accounts of the computer have no business with the books.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
    writeFileSync(probe, "");
    rmSync(probe);
    return null;
  } catch (error) {
    return `Counterside can't write its profile folder ${folder}: ${wordsOf(error)}. Choose another with --profile.`;
  }
}

function wordsOf(error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case "ENOTDIR":
    case "EEXIST":
      return "a part of its path is a file";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    case "EROFS":
      return "it is on a read-only disk";
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full";
    default:
      return String(code ?? error);
  }
}
