/** What is done with statuses in the shop folder, on its thread: putting this counter's, and reading all of them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelOutput } from "../../../../../contract/channels.ts";
import {
  isStatusName,
  judgeStatuses,
  knownCounters,
  MOST_COUNTERS,
  MOST_STATUS_BYTES,
  type ReadStatus,
  readStatusFile,
  STATUS_INDEX,
  statusName,
} from "../../../../../contract/status-file.ts";
import type { JobWorld } from "../job-world.ts";
import { readKept, workFolder, writeKept } from "../kept.ts";
import { contentOf, eachOf, getUpTo, type Listed } from "../place/shop-place.ts";
import { isSigned, signStatus } from "./counter-key.ts";
import { writeOwnStatus } from "./own-status.ts";

const utf8 = (text: string) => contentOf(new TextEncoder().encode(text));

/** `status`: as it leaves the computer, as JSON text. `own`: as the profile keeps it. */
async function putStatus(
  world: JobWorld,
  { deviceId, status, own }: { deviceId: string; status: string; own: string },
): Promise<null> {
  writeOwnStatus(world.profile, own);
  await world.place.put(statusName(deviceId), utf8(JSON.stringify(signStatus(world.profile, status))));
  return null;
}

type ReadCounters = Omit<ChannelOutput<"shopFolder.counters">, "at">;

const MOST_BYTES_OF_KNOWN = 10_000_000;
const knownFile = (profile: string): string => join(workFolder(profile), "counter-keys.json");

/** `read`: null where it can't be read. */
type Checked = { name: string; read: (ReadStatus & { isSigned: boolean }) | null };

/** What was read before, by name, size and time, so that a folder of thousands is read once. */
const checkedBefore = new Map<string, Checked>();

async function readChecked({ place }: JobWorld, { name, bytes, at }: Listed): Promise<Checked | null> {
  const mark = `${name} ${bytes} ${at}`;
  const before = checkedBefore.get(mark);
  if (before !== undefined) return before;
  const content = bytes > MOST_STATUS_BYTES ? "too_large" : await getUpTo(place, name, MOST_STATUS_BYTES);
  // Gone since it was listed.
  if (content === null) return null;
  const read = content === "too_large" ? null : readStatusFile(name, content.toString("utf8"));
  const checked = { name, read: read === null ? null : { ...read, isSigned: isSigned(read.file) } };
  checkedBefore.set(mark, checked);
  return checked;
}

const statusFiles = async ({ place }: JobWorld): Promise<Listed[]> =>
  (await place.list("status/"))
    // What lies in a folder there was put aside.
    .filter(({ name }) => /^status\/[^/]+\.json$/.test(name) && name !== STATUS_INDEX)
    .slice(0, MOST_COUNTERS);

async function readStatuses(world: JobWorld, _: null): Promise<ReadCounters> {
  const listed = await statusFiles(world);
  if (checkedBefore.size > MOST_COUNTERS * 2) checkedBefore.clear();
  const checked = (await eachOf(listed, (each) => readChecked(world, each))).filter((one) => one !== null);
  // Where it can't be read, the counters are met anew.
  const before = readKept(knownFile(world.profile), MOST_BYTES_OF_KNOWN, knownCounters) ?? {};
  const read = checked.flatMap((one) => one.read ?? []);
  const { counters, missing, known } = judgeStatuses(read, before, world.now());
  writeKept(knownFile(world.profile), JSON.stringify(known));
  const unreadable = checked.filter((one) => one.read === null).map(({ name }) => name);
  return { counters, unreadable, missing };
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
async function putChainPage(world: JobWorld, { page }: { page: string }): Promise<null> {
  const { place } = world;
  const names = (await statusFiles(world)).map(({ name }) => name).filter(isStatusName);
  const index = JSON.stringify({ names });
  const before = await getUpTo(place, STATUS_INDEX, MOST_COUNTERS * 200);
  if (before?.toString("utf8") !== index) await place.put(STATUS_INDEX, utf8(index));
  if (!existsSync(page)) return null;
  const ours = readFileSync(page, "utf8");
  const there = await getUpTo(place, CHAIN_PAGE, MOST_PAGE_BYTES);
  // One that is too large is none of ours.
  if (isOlder(there === "too_large" ? null : (there?.toString("utf8") ?? null), ours))
    await place.put(CHAIN_PAGE, utf8(ours));
  return null;
}

export const statusJobs = { putStatus, readStatuses, putChainPage };
