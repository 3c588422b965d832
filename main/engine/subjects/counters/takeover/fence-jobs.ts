/** The fence in the shop folder: who takes a counter's place puts one there, and the counter looks at it. */
import { z } from "zod";
import { parsedJson } from "../../../file/database/row-rules.ts";
import type { JobWorld } from "../job-world.ts";
import { contentOf, getAll, placeFailed } from "../place/shop-place.ts";

const MOST_FENCE_BYTES = 1_000_000;

const whole = z.number().int().nonnegative();
export const fence = z.object({
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
export type FenceFile = z.infer<typeof fence>;

const NAME = /^fence\/[0-9a-f-]{36}\/(\d{8})\.json$/;
const folderOf = (deviceId: string): string => `fence/${deviceId.toLowerCase()}`;
const fenceName = (deviceId: string, epoch: number): string =>
  `${folderOf(deviceId)}/${String(epoch).padStart(8, "0")}.json`;
const markName = (deviceId: string, connection: string): string =>
  `${folderOf(deviceId)}/mark-${connection}.json`;
const mark = z.object({ id: z.string().max(100) });

const textOf = (value: unknown) => contentOf(new TextEncoder().encode(JSON.stringify(value)));

/** All of a counter's fences, the last one first. Throws `place_failed` (`broken`) where one can't be read. */
async function fencesOf({ place }: Pick<JobWorld, "place">, deviceId: string): Promise<FenceFile[]> {
  const found: FenceFile[] = [];
  for (const { name } of await place.list(`${folderOf(deviceId)}/`)) {
    const epoch = NAME.exec(name)?.[1];
    if (epoch === undefined) continue;
    const bytes = await getAll(place, name, MOST_FENCE_BYTES);
    const read = bytes === null ? undefined : fence.safeParse(parsedJson(bytes.toString("utf8"))).data;
    if (read === undefined || read.epoch !== Number(epoch))
      throw placeFailed("broken", `${name} is no fence`);
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

export const fenceJobs = {
  /** `makeMark`: puts the mark there first, where this counter never was in this folder. */
  "fence.look": async (
    world: JobWorld,
    { deviceId, connection, makeMark }: { deviceId: string; connection: string; makeMark: string | null },
  ): Promise<Looked> => {
    const name = markName(deviceId, connection);
    if (makeMark !== null) await world.place.put(name, textOf({ id: makeMark }));
    const bytes = await getAll(world.place, name, 1_000);
    const there = bytes === null ? undefined : mark.safeParse(parsedJson(bytes.toString("utf8"))).data;
    const fences = await fencesOf(world, deviceId);
    return { fence: fences.find((each) => each.connection === connection) ?? null, mark: there?.id ?? null };
  },
  "fence.list": (world: JobWorld, { deviceId }: { deviceId: string }): Promise<FenceFile[]> =>
    fencesOf(world, deviceId),
  /** False where another computer was first. `sure`: the place can keep two apart. */
  "fence.put": async (
    { place }: JobWorld,
    { deviceId, file, sure }: { deviceId: string; file: FenceFile; sure: boolean },
  ): Promise<boolean> => {
    const name = fenceName(deviceId, file.epoch);
    const isOurs = async (): Promise<boolean> => {
      const bytes = await getAll(place, name, MOST_FENCE_BYTES);
      return (
        bytes !== null && fence.safeParse(parsedJson(bytes.toString("utf8"))).data?.claimId === file.claimId
      );
    };
    if (sure) {
      // Without an answer it may be there all the same.
      if (!(await place.putIfAbsent(name, textOf(file)))) return isOurs();
    } else {
      if ((await getAll(place, name, MOST_FENCE_BYTES)) !== null) return isOurs();
      await place.put(name, textOf(file));
    }
    return isOurs();
  },
};
