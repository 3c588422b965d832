/**
 * Which files the page may name: those that the person chose in the system's dialog since the program started, each for
 * what it was chosen for, and those that the program saved where the person said, to be opened. What was chosen to be read is never written, and what was chosen for one thing never does for another.
 *
 * The page is drawn from data that others wrote, so a path from it proves nothing. The headless engine is not held
 * to this: it runs for somebody who has the files anyway.
 */
import { writeFile } from "node:fs/promises";
import type { FileGrant } from "../../../contract/channels/declare.ts";
import { channelOf } from "../../../contract/channels.ts";
import { csvFile } from "../../../contract/csv.ts";
import { CountersideError } from "../../../contract/error.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import { saidBy } from "../../lib/error-code.ts";

/** A field of an input that names a file, by its name alone: so a channel that is added later is held to it too. */
export const namesFile = (field: string): boolean => /(?:^path|Path)$/.test(field);

export interface FileGrants {
  /** The person chose this for that, or it was saved; null where they cancelled. */
  give(path: string | null, purpose: FileGrant): void;
  /** Whether the person chose it for that. */
  isFor(path: unknown, purpose: FileGrant): boolean;
  /** Throws `file_not_chosen` where the input names a file that nobody chose for what the channel does with it. */
  guard(call: { readonly channel: string }, input: unknown): void;
}

/** Makes the list of chosen files; empty at every start. */
export function createFileGrants(): FileGrants {
  const chosen = new Map<unknown, Set<string>>();
  const isFor = (path: unknown, purpose: string | undefined): boolean =>
    purpose !== undefined && (chosen.get(path)?.has(purpose) ?? false);
  return {
    give: (path, purpose) => {
      if (path !== null) chosen.set(path, (chosen.get(path) ?? new Set()).add(purpose));
    },
    isFor,
    guard: ({ channel }, input) => {
      if (typeof input !== "object" || input === null) return;
      const names = channelOf(channel)?.names ?? {};
      for (const [field, value] of Object.entries(input)) {
        // Compared letter by letter: another spelling of the same place is another wish.
        if (!namesFile(field) || value === undefined || isFor(value, names[field])) continue;
        throw new CountersideError("file_not_chosen", { channel, field });
      }
    },
  };
}

// Saves the example of a file of reference data where the person says.

/** Makes the handler; `askWhere` answers null where the person cancelled. */
export function createSampleSaver(
  askWhere: (name: string) => Promise<string | null>,
): ShellHandlers["referenceData.saveSample"] {
  return async (_, { suggestedName, rows }) => {
    const path = await askWhere(suggestedName);
    if (path === null) return { path };
    try {
      await writeFile(path, csvFile(rows));
    } catch (error) {
      throw new CountersideError("file_invalid", {
        reason: "not_writable",
        writes: "sample",
        path,
        ...saidBy(error),
      });
    }
    return { path };
  };
}
