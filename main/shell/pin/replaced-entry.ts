/** Does a posting take the place of an entry that waits? That discards the waiting one, so it asks as a discard does. */
import { z } from "zod";
import { entryState } from "../../../contract/channels/common.ts";
import { CHANNELS, type ChannelName } from "../../../contract/channels.ts";
import type { Invoke } from "../engine/connection-gate.ts";

const withState = z.object({ state: entryState });

/** The entry that a call would replace; null where it replaces none. Pure. */
export function replacedBy(channel: ChannelName, input: unknown): string | null {
  if (CHANNELS[channel].does !== "enters" || typeof input !== "object" || input === null) return null;
  const corrects: unknown = Reflect.get(input, "corrects");
  return typeof corrects === "string" ? corrects : null;
}

/**
 * Asks the engine. A refused entry (dead letter) is replaced freely, so that the counter goes on; one of which nothing
 * is known counts as waiting. A refused one that is resent in between was free to be replaced a moment before.
 */
export async function replacesWaiting(
  invoke: Invoke,
  channel: ChannelName,
  input: unknown,
): Promise<boolean> {
  const entryId = replacedBy(channel, input);
  if (entryId === null) return false;
  const reply = await invoke("outbox.get", { entryId });
  return !reply.ok || withState.safeParse(reply.value).data?.state !== "dead_letter";
}
