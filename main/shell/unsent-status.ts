/** What the engine says is unsent, in time for the question before quitting. */

import { type FileBusy, fileBusy, type SyncStatus } from "../../contract/channels/connection.ts";
import { CHANNELS } from "../../contract/channels.ts";
import type { Invoke } from "./connection-gate.ts";

const ANSWER_WITHIN_MS = 2_000;

/** What can be said of what is unsent: now, as it was known last, or that there is no connection. */
export type QuitStatus = SyncStatus | FileBusy | "none";

/** Null where the engine doesn't answer in time, or can't say. */
export async function statusForQuit(invoke: Invoke): Promise<QuitStatus | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), ANSWER_WITHIN_MS);
  });
  const reply = await Promise.race([invoke("sync.status", {}), late]);
  clearTimeout(timer);
  if (reply === null) return null;
  if (!reply.ok) {
    if (reply.error.code === "storage_busy") return fileBusy.safeParse(reply.error.details).data ?? null;
    return reply.error.code === "not_connected" ? "none" : null;
  }
  return CHANNELS["sync.status"].output.safeParse(reply.value).data ?? null;
}
