/** What is done with statuses in the shop folder, on its thread: putting this counter's, and reading all of them. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { counterStatus, SIGNATURES } from "../../../../../contract/counter-status.ts";
import {
  type KnownCounters,
  knownCounters,
  MOST_COUNTERS,
  MOST_STATUS_BYTES,
  meet,
  readStatusFile,
  STATUS_INDEX,
  statusName,
} from "../../../../../contract/status-file.ts";
import { writeWholeAtOnce } from "../../../../lib/whole-file.ts";
import type { JobWorld } from "../job-world.ts";
import { contentOf, getAll, type Listed } from "../place/shop-place.ts";
import { isSigned, signStatus } from "./counter-key.ts";
import { writeOwnStatus } from "./own-status.ts";

const utf8 = (text: string) => contentOf(new TextEncoder().encode(text));

/** `status`: as it leaves the computer, as JSON text. `own`: as the profile keeps it. */
export async function putStatus(
  world: JobWorld,
  { deviceId, status, own }: { deviceId: string; status: string; own: string },
): Promise<null> {
  writeOwnStatus(world.profile, own);
  await world.place.put(statusName(deviceId), utf8(JSON.stringify(signStatus(world.profile, status))));
  return null;
}

export const readCounters = z.object({
  counters: z.array(counterStatus.extend({ signature: z.enum(SIGNATURES) })),
  /** Files that say nothing that can be read. */
  unreadable: z.array(z.string()),
  /** Counters that were seen before, and whose file is gone. */
  missing: z.array(z.object({ deviceId: z.string(), name: z.string(), lastAt: z.string() })),
});
export type ReadCounters = z.infer<typeof readCounters>;

const MOST_BYTES_OF_KNOWN = 10_000_000;
const knownFile = (profile: string): string => join(profile, "shop-folder", "counter-keys.json");

function readKnown(profile: string): KnownCounters {
  const path = knownFile(profile);
  if (!existsSync(path) || statSync(path).size > MOST_BYTES_OF_KNOWN) return {};
  try {
    return knownCounters.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // The counters are met anew.
    return {};
  }
}

function writeKnown(profile: string, known: KnownCounters): void {
  const path = knownFile(profile);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWholeAtOnce(path, (unfinished) => writeFileSync(unfinished, JSON.stringify(known), { mode: 0o600 }));
}

type Judged = { name: string; read: ReturnType<typeof readStatusFile>; isGood: boolean };

/** A counter that was given up is missed for so long. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;

/** What was read before, by name, size and time, so that a folder of thousands is read once. */
const judgedBefore = new Map<string, Judged>();

/** Requests that are under way at a time. */
const AT_A_TIME = 16;

async function judge({ place }: JobWorld, { name, bytes, at }: Listed): Promise<Judged | null> {
  const mark = `${name} ${bytes} ${at}`;
  const before = judgedBefore.get(mark);
  if (before !== undefined) return before;
  const content = bytes > MOST_STATUS_BYTES ? null : await getAll(place, name, MOST_STATUS_BYTES);
  // Gone since it was listed.
  if (content === null && bytes <= MOST_STATUS_BYTES) return null;
  const read = content === null ? null : readStatusFile(name, content.toString("utf8"));
  const judged = { name, read, isGood: read !== null && isSigned(read.file) };
  judgedBefore.set(mark, judged);
  return judged;
}

export async function readStatuses(world: JobWorld, _: null): Promise<ReadCounters> {
  const listed = (await world.place.list("status/"))
    .filter(({ name }) => name.endsWith(".json") && name !== STATUS_INDEX)
    .slice(0, MOST_COUNTERS);
  if (judgedBefore.size > MOST_COUNTERS * 2) judgedBefore.clear();
  const judged: (Judged | null)[] = [];
  for (let from = 0; from < listed.length; from += AT_A_TIME)
    judged.push(
      ...(await Promise.all(listed.slice(from, from + AT_A_TIME).map((each) => judge(world, each)))),
    );
  const known = readKnown(world.profile);
  const found: ReadCounters = { counters: [], unreadable: [], missing: [] };
  const seen = new Set<string>();
  for (const one of judged) {
    if (one === null) continue;
    if (one.read === null) {
      found.unreadable.push(one.name);
      continue;
    }
    const { status } = one.read;
    seen.add(status.deviceId);
    if (!one.isGood) {
      found.counters.push({ ...status, signature: "bad" });
      continue;
    }
    const met = meet(known[status.deviceId], one.read, world.now());
    known[status.deviceId] = met.known;
    found.counters.push({ ...status, signature: met.signature });
  }
  for (const [deviceId, { name, lastAt }] of Object.entries(known)) {
    if (seen.has(deviceId)) continue;
    if (world.now() - Date.parse(lastAt) > FORGOTTEN_AFTER_MS) delete known[deviceId];
    else found.missing.push({ deviceId, name, lastAt });
  }
  writeKnown(world.profile, known);
  return found;
}

// The chain page: put where it is missing or older, with an index for browsers that can't list the folder.

const CHAIN_PAGE = "chain.html";
const MOST_PAGE_BYTES = 2_000_000;
const VERSION = /<meta name="counterside" content="(\d+)\.(\d+)\.(\d+)/;

const versionIn = (page: string): number[] => (VERSION.exec(page) ?? []).slice(1).map(Number);
const isOlder = (page: string | null, than: string): boolean => {
  const [there, ours] = [page === null ? [] : versionIn(page), versionIn(than)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (there[at] ?? -1) - (ours[at] ?? -1);
    if (difference !== 0) return difference < 0;
  }
  return false;
};

/** `page`: the built page's path. */
export async function putChainPage({ place }: JobWorld, { page }: { page: string }): Promise<null> {
  const names = (await place.list("status/"))
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".json") && name !== STATUS_INDEX)
    .slice(0, MOST_COUNTERS);
  const index = JSON.stringify({ names });
  const before = await getAll(place, STATUS_INDEX, MOST_COUNTERS * 200).catch(() => null);
  if (before?.toString("utf8") !== index) await place.put(STATUS_INDEX, utf8(index));
  if (!existsSync(page)) return null;
  const ours = readFileSync(page, "utf8");
  // One that is too large is none of ours.
  const there = await getAll(place, CHAIN_PAGE, MOST_PAGE_BYTES).catch(() => null);
  if (isOlder(there?.toString("utf8") ?? null, ours)) await place.put(CHAIN_PAGE, utf8(ours));
  return null;
}

export const statusJobs = { putStatus, readStatuses, putChainPage };
