/** Takes what is handed over to the shop folder and back, and to the file that a person carries. */
import { statSync } from "node:fs";
import { nameWholeAtOnce, removeAtOnce } from "../../../../lib/whole-file.ts";
import { unwritable } from "../../../file/database/export-target.ts";
import { contentOfFile, decryptFile, encryptFile, piecesOf, writePieces } from "../backups/age-files.ts";
import type { JobWorld } from "../job-world.ts";
import { placeFailed } from "../place/shop-place.ts";

const MOST_BYTES = 2_000_000_000;

const nameOf = (deviceId: string, epoch: number): string =>
  `hand-over/${deviceId.toLowerCase()}/${String(epoch).padStart(8, "0")}.age`;

export const handOverJobs = {
  /** `path`: where a person wants it too. */
  "handOver.encrypt": async (
    { uuid }: JobWorld,
    { from, to, recipient, path }: { from: string; to: string; recipient: string; path: string | null },
  ): Promise<void> => {
    removeAtOnce(to);
    await encryptFile(from, to, recipient);
    if (path === null) return;
    const unfinished = `${path}.${uuid()}.part`;
    try {
      await writePieces(piecesOf(to), unfinished);
      nameWholeAtOnce(unfinished, path);
    } catch (error) {
      throw unwritable(path, error, "hand_over");
    }
  },
  "handOver.put": async (
    { place }: JobWorld,
    { from, deviceId, epoch }: { from: string; deviceId: string; epoch: number },
  ): Promise<void> => {
    const name = nameOf(deviceId, epoch);
    const { size } = statSync(from);
    await place.put(name, contentOfFile(from, size));
    const [there] = await place.list(name);
    if (there?.bytes !== size) throw placeFailed("broken", `${name} is not as it was put there`);
  },
  /** False where nothing was handed over. */
  "handOver.fetch": async (
    { place }: JobWorld,
    wish: {
      path: string | null;
      deviceId: string;
      epoch: number;
      key: string;
      encrypted: string;
      to: string;
    },
  ): Promise<boolean> => {
    const { path, deviceId, epoch, key, encrypted, to } = wish;
    const pieces = path === null ? await place.get(nameOf(deviceId, epoch)) : piecesOf(path);
    if (pieces === null) return false;
    removeAtOnce(encrypted);
    await writePieces(pieces, encrypted, MOST_BYTES);
    await decryptFile(encrypted, to, key);
    return true;
  },
};
