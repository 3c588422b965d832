/** What the engine says is unsent, in time for the question before quitting. */

import type { z } from "zod";
import { type FileBusy, fileBusy, type SyncStatus } from "../../../contract/channels/connection.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import type { Invoke } from "../engine/connection-gate.ts";
import { within } from "../within.ts";

const ANSWER_WITHIN_MS = 2_000;

/** The file is one that this version can't open. */
const refusedFile = fileBusy.pick({ counts: true, oldestUnsentAt: true });
type RefusedFile = z.infer<typeof refusedFile> & { state: "refused" };

/** What can be said of what is unsent: now, as it was known last, or that there is no connection. */
export type QuitStatus = SyncStatus | FileBusy | RefusedFile | "none";

/** Null where the engine doesn't answer in time, or can't say. */
export async function statusForQuit(invoke: Invoke): Promise<QuitStatus | null> {
  const reply = await within(ANSWER_WITHIN_MS, invoke("sync.status", {}), () => null);
  if (reply === null) return null;
  if (reply.ok) return CHANNELS["sync.status"].output.safeParse(reply.value).data ?? null;
  const { code, details } = reply.error;
  switch (code) {
    case "storage_busy":
      return fileBusy.safeParse(details).data ?? null;
    case "newer_database":
    case "migration_failed": {
      const known = refusedFile.safeParse(details).data ?? { counts: null, oldestUnsentAt: null };
      return { state: "refused", counts: known.counts, oldestUnsentAt: known.oldestUnsentAt };
    }
    case "not_connected":
      return "none";
    default:
      return null;
  }
}
