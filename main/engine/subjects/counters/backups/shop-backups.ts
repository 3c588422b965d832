/**
 * The backups in the shop folder, as they are named there. Beside each lies a small plain index, put there last: without
 * it there is no backup. What is read of it was written by anybody.
 */
import { z } from "zod";
import { fileHash } from "../../../../../contract/kept-file.ts";
import { grouped } from "../../../../lib/grouped.ts";
import { getJson, type Listed, type ShopPlace } from "../place/shop-place.ts";

const MOST_INDEX_BYTES = 4_000_000;
/** Of one counter; far more than are kept. */
const MOST_BACKUPS = 500;
const MOST_FILES = 50_000;

const whole = z.number().int().nonnegative();
const shopBackup = z.object({
  version: z.literal(1),
  deviceId: z.uuid(),
  /** Which connection, without saying it: the beginning of a hash. */
  connection: z.string().regex(/^[0-9a-f]{16}$/),
  /** What the shop calls the counter. */
  name: z.string().max(200),
  madeAt: z.iso.datetime(),
  bytes: whole,
  /** Of the encrypted file. */
  sha256: fileHash,
  reach: z.object({ recoveries: whole, entry: whole, attempt: whole, audit: whole }),
  /** Attached files that it names, by the hash of their content. */
  files: z.array(fileHash).max(MOST_FILES),
});
export type ShopBackup = z.infer<typeof shopBackup>;

/** A backup with what it is called, without the ending. */
export interface NamedBackup extends ShopBackup {
  stem: string;
}

const DEVICE = /^backups\/([0-9a-f-]{36})\/(\d{8}T\d{6}Z-\d+-[0-9a-f]{16})\.json$/;

export const backupsOf = (deviceId: string): string => `backups/${deviceId.toLowerCase()}`;
export const attachedName = (deviceId: string, sha256: string): string =>
  `${backupsOf(deviceId)}/files/${sha256}.age`;

/** "20260131T093000Z-57-0123456789abcdef": sorts by time; the connection keeps two of one counter apart. */
export function stemOf({
  madeAt,
  reach,
  connection,
}: Pick<ShopBackup, "madeAt" | "reach" | "connection">): string {
  const time = `${madeAt.slice(0, 19).replace(/[-:]/g, "")}Z`;
  return `${time}-${reach.entry}-${connection}`;
}

export interface IndexName {
  deviceId: string;
  stem: string;
  at: number;
}

/** The names of indexes among what was listed, the newest first; of each counter so many that nobody reads without end. */
export function indexesIn(listed: readonly Listed[]): IndexName[] {
  const all = listed.flatMap(({ name, at }) => {
    const [, deviceId, stem] = DEVICE.exec(name) ?? [];
    return deviceId === undefined || stem === undefined ? [] : [{ deviceId, stem, at }];
  });
  all.sort((a, b) => (a.stem < b.stem ? 1 : a.stem > b.stem ? -1 : 0));
  return [...grouped(all, ({ deviceId }) => deviceId).values()].flatMap((of) => of.slice(0, MOST_BACKUPS));
}

/** Null where it is gone, or not one that this program writes. */
export async function readIndex(
  place: ShopPlace,
  deviceId: string,
  stem: string,
): Promise<NamedBackup | null> {
  const found = await getJson(place, `${backupsOf(deviceId)}/${stem}.json`, MOST_INDEX_BYTES, shopBackup);
  // Put there under another counter's name, it is nobody's.
  if (found === null || found.deviceId.toLowerCase() !== deviceId || stemOf(found) !== stem) return null;
  return { ...found, stem };
}

/** Those of one counter that can be read, the newest first. */
export async function readIndexes(place: ShopPlace, listed: readonly Listed[]): Promise<NamedBackup[]> {
  const found: NamedBackup[] = [];
  for (const { deviceId, stem } of indexesIn(listed)) {
    const index = await readIndex(place, deviceId, stem);
    if (index !== null) found.push(index);
  }
  return found;
}
