/** Which calls ask for the PIN, and under which of the owner's choices. Pure. */
import type { PinAction } from "../../../contract/channels/pin.ts";
import type { ChannelName } from "../../../contract/channels.ts";

/**
 * Channels that ask. Posting a purchase return is never among them: the counter goes on whatever happens to the PIN.
 * Only where it takes the place of an entry that waits does it ask, as the discard that it is.
 * `practice.start` takes the place of the connection, so it stands with `connection.save`.
 */
const ASKED: Readonly<Partial<Record<ChannelName, PinAction>>> = {
  "taxVoucher.update": "taxVoucher",
  "restore.request": "restore",
  "restore.requestMany": "restore",
  "outbox.discard": "outbox",
  "outbox.markRecorded": "outbox",
  "outbox.acknowledge": "outbox",
  "policy.set": "settings",
  "connection.save": "settings",
  "backup.restore": "settings",
  "backup.setSecondFolder": "settings",
  "recovery.decide": "outbox",
  "recovery.stepBack": "settings",
  "practice.start": "settings",
  "vault.forget": "settings",
};

/** Each person's look, and the printer that is at hand. Every other field matters, also one that is added later. */
const FREE_SETTINGS = new Set([
  ...["language", "digits", "theme", "textScale", "menu"],
  ...["printPaper", "printerName", "printCopies"],
]);

const isFree = (change: unknown): boolean =>
  typeof change === "object" &&
  change !== null &&
  Object.entries(change).every(([field, value]) => value === undefined || FREE_SETTINGS.has(field));

/** The choices that a call falls under; none where it never asks. To replace a waiting entry is to discard it. */
export function askedActions(channel: ChannelName, input: unknown, replacesWaiting: boolean): PinAction[] {
  const own = channel === "settings.set" ? (isFree(input) ? undefined : "settings") : ASKED[channel];
  return [...(own === undefined ? [] : [own]), ...(replacesWaiting ? (["outbox"] as const) : [])];
}
