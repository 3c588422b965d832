/** The file in which a counter puts its status into the shop folder: the status as text, and what signs just that text. */
import { z } from "zod";
import { type CounterStatus, counterStatus, type Signature } from "./counter-status.ts";

/** Of one file; a status of every list and need takes a fifth of it. */
export const MOST_STATUS_BYTES = 40_000;
/** Counters of one shop folder; what is beyond is not read. */
export const MOST_COUNTERS = 20_000;

const base64url = (letters: number) =>
  z
    .string()
    .length(letters)
    .regex(/^[\w-]+$/);

const statusFile = z.object({
  /** JSON text of a `CounterStatus`. */
  status: z.string().max(MOST_STATUS_BYTES),
  /** The counter's public key, Ed25519: 32 bytes. */
  key: base64url(43),
  signature: base64url(86),
});
export type StatusFile = z.infer<typeof statusFile>;

/** What is signed: no signature of another use of the key is one of a status. */
export const bytesToSign = (status: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`counterside status\n${status}`);

export const statusName = (deviceId: string): string => `status/${deviceId}.json`;
const NAME = /(?:^|\/)([A-Za-z0-9-]{1,100})\.json$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What anybody may have written.
    return null;
  }
}

export interface ReadStatus {
  file: StatusFile;
  status: CounterStatus;
}

/** What a file of this name says; null where it is none, or says another counter's status. The signature isn't checked yet. */
export function readStatusFile(name: string, text: string): ReadStatus | null {
  if (text.length > MOST_STATUS_BYTES) return null;
  const { data: file } = statusFile.safeParse(parsed(text));
  if (file === undefined) return null;
  const { data: status } = counterStatus.safeParse(parsed(file.status));
  return status !== undefined && NAME.exec(name)?.[1] === status.deviceId ? { file, status } : null;
}

/** Names all status files, for a page that can't list the folder. */
export const STATUS_INDEX = "status/index.json";
/** Not the index, and no copy that a synced folder made beside a status. */
export const isStatusName = (name: string): boolean =>
  name !== STATUS_INDEX && /^status\/[A-Za-z0-9-]{1,100}\.json$/.test(name);
/** Anybody may have put a name there: one that is none keeps no other from being read. */
export const statusIndex = z.object({
  names: z
    .array(z.string())
    .max(MOST_COUNTERS)
    .transform((names) => names.filter(isStatusName)),
});

// Which keys a reader has seen. A counter's first key is believed; another one later is `new` for as long as it takes a
// person to ask about it.

const NEW_FOR_MS = 7 * 24 * 3_600_000;

const knownCounter = z.object({
  key: base64url(43),
  name: z.string().max(200),
  /** Since when it has another key than the first; null: it has its first. */
  changedAt: z.number().nullable(),
  lastAt: z.string().max(40),
  /** Since when its file is gone, as far as this reader saw; null: it is there. */
  missedAt: z.number().nullable(),
});
export const knownCounters = z.record(z.string().max(100), knownCounter);
export type KnownCounters = z.infer<typeof knownCounters>;

/** A reader's own clock may have been years ahead when it noted that. */
const noLater = (at: number | null, now: number): number | null => (at === null ? null : Math.min(at, now));

/** How a well signed file is to be judged, and what is known afterwards. */
function meet(
  known: KnownCounters[string] | undefined,
  { file, status }: ReadStatus,
  now: number,
): { signature: "good" | "new"; known: KnownCounters[string] } {
  const isOther = known !== undefined && known.key !== file.key;
  const changedAt = isOther ? now : noLater(known?.changedAt ?? null, now);
  const isNew = changedAt !== null && now - changedAt < NEW_FOR_MS;
  return {
    signature: isNew ? "new" : "good",
    known: { key: file.key, name: status.name, changedAt, lastAt: status.writtenAt, missedAt: null },
  };
}

/** Who reads the folder is shown for so long that a counter's file is gone: afterwards it counts as given up. */
const MISSED_FOR_MS = 30 * 24 * 3_600_000;

export interface MissingCounter {
  deviceId: string;
  name: string;
  lastAt: string;
}

/**
 * Which counters were seen before and have no file any more, and what is known afterwards. `seen`: the device ids of the
 * files that are there. It counts from when this reader missed it first: a counter's own clock may be years behind. One
 * that was given up stays known: where this reader's clock was ahead, it is missed again by the right one.
 */
function missed(
  known: KnownCounters,
  seen: ReadonlySet<string>,
  now: number,
): { missing: MissingCounter[]; known: KnownCounters } {
  const there: [string, KnownCounters[string]][] = [];
  const gone: [string, KnownCounters[string] & { missedAt: number }][] = [];
  for (const [deviceId, counter] of Object.entries(known))
    if (seen.has(deviceId)) there.push([deviceId, { ...counter, missedAt: null }]);
    else gone.push([deviceId, { ...counter, missedAt: noLater(counter.missedAt, now) ?? now }]);
  gone.sort(([, one], [, other]) => other.missedAt - one.missedAt);
  return {
    missing: gone
      .filter(([, { missedAt }]) => now - missedAt <= MISSED_FOR_MS)
      .map(([deviceId, { name, lastAt }]) => ({ deviceId, name, lastAt })),
    known: Object.fromEntries([...there, ...gone.slice(0, MOST_COUNTERS)]),
  };
}

/** What was read of a folder, as it is shown, and what is known afterwards. `isSigned`: the signature holds. Pure. */
export function judgeStatuses(
  read: readonly (ReadStatus & { isSigned: boolean })[],
  before: KnownCounters,
  now: number,
): {
  counters: (CounterStatus & { signature: Signature })[];
  missing: MissingCounter[];
  known: KnownCounters;
} {
  const known = { ...before };
  const counters = read.map(({ isSigned, file, status }) => {
    if (!isSigned) return { ...status, signature: "bad" as const };
    const met = meet(known[status.deviceId], { file, status }, now);
    known[status.deviceId] = met.known;
    return { ...status, signature: met.signature };
  });
  return { counters, ...missed(known, new Set(read.map(({ status }) => status.deviceId)), now) };
}
