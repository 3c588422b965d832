/**
 * Which files the page may name: those that the person chose in the system's dialog since the program started.
 *
 * The page is drawn from data that others wrote, so a path from it proves nothing. The headless engine is not held
 * to this: it runs for somebody who has the files anyway.
 */
import { CountersideError } from "../../contract/reply.ts";

/** A field of an input that names a file, by its name alone: so a channel that is added later is held to it too. */
export const namesFile = (field: string): boolean => /(?:^path|Path)$/.test(field);

export interface FileGrants {
  /** The person chose this; null where they cancelled. */
  give(path: string | null): void;
  /** Throws `file_not_chosen` where the input names a file that nobody chose. */
  guard(channel: string, input: unknown): void;
}

/** Makes the list of chosen files; empty at every start. */
export function createFileGrants(): FileGrants {
  const chosen = new Set<unknown>();
  return {
    give: (path) => {
      if (path !== null) chosen.add(path);
    },
    guard: (channel, input) => {
      if (typeof input !== "object" || input === null) return;
      for (const [field, value] of Object.entries(input)) {
        // Compared letter by letter: another spelling of the same place is another wish.
        if (!namesFile(field) || value === undefined || chosen.has(value)) continue;
        throw new CountersideError(
          "file_not_chosen",
          `${field}: this file was not chosen in the file dialog.`,
          {
            channel,
            field,
          },
        );
      }
    },
  };
}
