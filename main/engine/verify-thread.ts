/** The thread on which copies are checked; its answer is one message. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { CountersideError, replyOf } from "../../contract/error.ts";
import { verifyCopy } from "./file/backups/backup-copy.ts";

const wish = z
  .object({
    path: z.string(),
    sqliteBinding: z.string().nullable(),
    expected: z.object({ version: z.number(), entries: z.number(), audit: z.number() }),
    isInUse: z.boolean().optional(),
  })
  .parse(workerData);

try {
  const run = verifyCopy(wish.path, wish.sqliteBinding, wish.expected, wish.isInUse);
  while (run.next().done !== true);
  parentPort?.postMessage({ ok: true, value: null });
} catch (error) {
  if (!(error instanceof CountersideError)) throw error;
  parentPort?.postMessage({ ok: false, error: replyOf(error) });
}
