/** The fence in the shop folder: who takes a counter's place puts one there, and the counter looks at it. */
import { z } from "zod";
import { statusName } from "../../../../../contract/status-file.ts";
import { grouped } from "../../../../lib/grouped.ts";
import {
  backupsOf,
  type IndexName,
  indexesIn,
  type NamedBackup,
  readIndex,
} from "../backups/shop-backups.ts";
import type { JobWorld } from "../job-world.ts";
import { eachOf, getJson, getUpTo, jsonContent, placeFailed } from "../place/shop-place.ts";

const MOST_FENCE_BYTES = 1_000_000;

const whole = z.number().int().nonnegative();
const fenceFile = z.object({
  version: z.literal(1),
  epoch: whole,
  /** By which the claimant knows its own again. */
  claimId: z.uuid(),
  byDeviceId: z.uuid(),
  byName: z.string().max(200),
  at: z.iso.datetime(),
  connection: z.string().max(100),
  /** The backup that was taken, and its last entry. */
  backup: z.string().max(200),
  upTo: whole,
  /** Of its entries those that became decisions: first and last of each run. */
  undecided: z.array(z.tuple([whole, whole])).max(5_000),
});
export type FenceFile = z.infer<typeof fenceFile>;

const NAME = /^fence\/[0-9a-f-]{36}\/(\d{8})\.json$/;
const folderOf = (deviceId: string): string => `fence/${deviceId.toLowerCase()}`;
const fenceName = (deviceId: string, epoch: number): string =>
  `${folderOf(deviceId)}/${String(epoch).padStart(8, "0")}.json`;
const markName = (deviceId: string, connection: string): string =>
  `${folderOf(deviceId)}/mark-${connection}.json`;
const mark = z.object({ id: z.string().max(100) });

/** All of a counter's fences, the last one first. Throws `place_failed` (`broken`) where one can't be read. */
async function fencesOf({ place }: Pick<JobWorld, "place">, deviceId: string): Promise<FenceFile[]> {
  const found: FenceFile[] = [];
  for (const { name } of await place.list(`${folderOf(deviceId)}/`)) {
    const epoch = NAME.exec(name)?.[1];
    if (epoch === undefined) continue;
    const read = await getJson(place, name, MOST_FENCE_BYTES, fenceFile);
    if (read?.epoch !== Number(epoch)) throw placeFailed("broken", `${name} is no fence`);
    found.push(read);
  }
  return found.sort((a, b) => b.epoch - a.epoch);
}

interface Looked {
  /** The last fence of this connection; null: nobody took this counter's place. */
  fence: FenceFile | null;
  /** What this counter put there, by which it knows the folder again; null: nothing is there. */
  mark: string | null;
}

/** A counter whose backup may be taken over. */
interface CounterThere {
  /** Its newest backup. */
  index: NamedBackup;
  /** When it wrote its status last, and when it was seen last, by the place's clock. */
  statusAt: number | null;
  seenAt: number;
  claimedBy: string | null;
}

export const fenceJobs = {
  /** `makeMark`: puts the mark there first, where this counter never was in this folder. */
  "fence.look": async (
    world: JobWorld,
    { deviceId, connection, makeMark }: { deviceId: string; connection: string; makeMark: string | null },
  ): Promise<Looked> => {
    const name = markName(deviceId, connection);
    if (makeMark !== null) await world.place.put(name, jsonContent({ id: makeMark }));
    const there = await getJson(world.place, name, 1_000, mark);
    const fences = await fencesOf(world, deviceId);
    return { fence: fences.find((each) => each.connection === connection) ?? null, mark: there?.id ?? null };
  },
  /** Every counter that has a backup there; `deviceId`: this one alone, if it has. */
  "takeover.list": async (
    { place }: JobWorld,
    { deviceId }: { deviceId: string | null },
  ): Promise<CounterThere[]> => {
    const [backups, status, fence] =
      deviceId === null
        ? ["backups/", "status/", "fence/"]
        : [`${backupsOf(deviceId)}/`, statusName(deviceId), `${folderOf(deviceId)}/`];
    const named = grouped(indexesIn(await place.list(backups)), (each) => each.deviceId);
    const statuses = new Map((await place.list(status)).map((each) => [each.name, each]));
    // Listed by name: of each counter the last one stays.
    const fences = new Map(
      (await place.list(fence))
        .filter(({ name }) => NAME.test(name))
        .map(({ name }) => [name.split("/")[1], name] as const),
    );
    const newest = async (all: readonly IndexName[]): Promise<CounterThere[]> => {
      for (const { deviceId: of, stem, at } of all) {
        const index = await readIndex(place, of, stem);
        if (index === null) continue;
        const statusAt = statuses.get(statusName(of))?.at ?? null;
        const last = fences.get(of);
        const by = last === undefined ? null : await getJson(place, last, MOST_FENCE_BYTES, fenceFile);
        return [{ index, statusAt, seenAt: Math.max(at, statusAt ?? 0), claimedBy: by?.byDeviceId ?? null }];
      }
      return [];
    };
    return (await eachOf([...named.values()], newest)).flat();
  },
  "fence.list": (world: JobWorld, { deviceId }: { deviceId: string }): Promise<FenceFile[]> =>
    fencesOf(world, deviceId),
  /** False where another computer was first. `sure`: the place can keep two apart. */
  "fence.put": async (
    { place }: JobWorld,
    { deviceId, file, sure }: { deviceId: string; file: FenceFile; sure: boolean },
  ): Promise<boolean> => {
    const name = fenceName(deviceId, file.epoch);
    const isOurs = async (): Promise<boolean> =>
      (await getJson(place, name, MOST_FENCE_BYTES, fenceFile))?.claimId === file.claimId;
    if (sure) {
      // Without an answer it may be there all the same.
      if (!(await place.putIfAbsent(name, jsonContent(file)))) return isOurs();
    } else {
      if ((await getUpTo(place, name, MOST_FENCE_BYTES)) !== null) return isOurs();
      await place.put(name, jsonContent(file));
    }
    return isOurs();
  },
};
