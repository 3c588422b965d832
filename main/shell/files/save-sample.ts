/** Saves the example of a file of reference data where the person says. */
import { writeFile } from "node:fs/promises";
import { csvFile } from "../../../contract/csv.ts";
import { CountersideError } from "../../../contract/reply.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";

/** Makes the handler; `askWhere` answers null where the person cancelled. */
export function createSampleSaver(
  askWhere: (name: string) => Promise<string | null>,
): ShellHandlers["referenceData.saveSample"] {
  return async ({ suggestedName, rows }) => {
    const path = await askWhere(suggestedName);
    if (path === null) return { path };
    try {
      await writeFile(path, csvFile(rows));
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      throw new CountersideError("file_invalid", `The sample can't be written there: ${String(error)}`, {
        path,
        reason,
      });
    }
    return { path };
  };
}
