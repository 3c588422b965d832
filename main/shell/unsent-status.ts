/** What the engine says is unsent, in time for the question before quitting. */

import type { SyncStatus } from "../../contract/channels/connection.ts";
import { CHANNELS } from "../../contract/channels.ts";
import type { Invoke } from "./connection-gate.ts";

const ANSWER_WITHIN_MS = 2_000;

/** The status; "none" where there is no connection yet; null where the engine doesn't answer in time. */
export async function statusForQuit(invoke: Invoke): Promise<SyncStatus | "none" | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), ANSWER_WITHIN_MS);
  });
  const reply = await Promise.race([invoke("sync.status", {}), late]);
  clearTimeout(timer);
  if (reply === null) return null;
  if (!reply.ok) return reply.error.code === "not_connected" ? "none" : null;
  return CHANNELS["sync.status"].output.safeParse(reply.value).data ?? null;
}
