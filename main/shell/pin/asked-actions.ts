/** Which calls ask for the PIN, and under which of the owner's choices. Pure. */
import type { PinRule } from "../../../contract/channels/declare.ts";
import type { PinAction } from "../../../contract/channels/pin.ts";
import { CHANNELS, type ChannelName } from "../../../contract/channels.ts";

function askedBy(rule: PinRule, change: unknown): PinAction[] {
  if (rule === "noPin") return [];
  if (typeof rule === "string") return [rule];
  const isFree =
    typeof change === "object" &&
    change !== null &&
    Object.entries(change).every(([field, value]) => value === undefined || rule.unlessOnly.includes(field));
  return isFree ? [] : [rule.action];
}

/** The choices that a call falls under; none where it never asks. To replace a waiting entry is to discard it. */
export function askedActions(channel: ChannelName, input: unknown, replacesWaiting: boolean): PinAction[] {
  return [...askedBy(CHANNELS[channel].pin, input), ...(replacesWaiting ? (["outbox"] as const) : [])];
}
