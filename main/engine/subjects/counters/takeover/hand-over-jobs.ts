/** Takes what is handed over to the shop folder and back, and to the file that a person carries. */
import { statSync } from "node:fs";
import { CountersideError } from "../../../../../contract/error.ts";
import { saidBy } from "../../../../lib/error-code.ts";
import { nameWholeAtOnce, removeAtOnce } from "../../../../lib/whole-file.ts";
import { exportTarget, unwritable } from "../../../file/database/export-target.ts";
import { isBackup } from "../../../file/place/place-work.ts";
import {
  contentOfFile,
  decryptFile,
  encryptFile,
  isEncrypted,
  piecesOf,
  writePieces,
} from "../backups/age-files.ts";
import type { JobWorld } from "../job-world.ts";
import { placeFailed } from "../place/shop-place.ts";

const MOST_BYTES = 2_000_000_000;

const nameOf = (deviceId: string, epoch: number): string =>
  `hand-over/${deviceId.toLowerCase()}/${String(epoch).padStart(8, "0")}.age`;

/** Throws `file_unreadable`. */
async function* piecesOfChosen(path: string): AsyncGenerator<Uint8Array> {
  try {
    const there = statSync(path);
    if (!there.isFile()) {
      const reason = there.isDirectory() ? "folder" : "not_a_file";
      throw new CountersideError("file_unreadable", { reason, path });
    }
    yield* piecesOf(path);
  } catch (error) {
    if (error instanceof CountersideError) throw error;
    throw new CountersideError("file_unreadable", { reason: "system", path, ...saidBy(error) });
  }
}

/** Throws `file_invalid` for the profile, whose files are in use, and for anything there that is none of these. */
const settleTarget = (path: string, liveFolder: string): Promise<string> =>
  exportTarget({
    path,
    liveFolder,
    writes: "hand_over",
    checkExisting: (target, isFile) => {
      if (isFile && isEncrypted(target)) return Promise.resolve();
      throw new CountersideError("file_invalid", { reason: "not_handed_over", path: target });
    },
  });

export const handOverJobs = {
  /** `path`: where a person wants it too. Answers where that is. */
  "handOver.encrypt": async (
    { uuid, profile }: JobWorld,
    { from, to, recipient, path }: { from: string; to: string; recipient: string; path: string | null },
  ): Promise<string | null> => {
    const target = path === null ? null : await settleTarget(path, profile);
    removeAtOnce(to);
    await encryptFile(from, to, recipient);
    if (target === null) return null;
    const unfinished = `${target}.${uuid()}.part`;
    try {
      await writePieces(piecesOf(to), unfinished);
      nameWholeAtOnce(unfinished, target);
    } catch (error) {
      removeAtOnce(unfinished);
      throw unwritable(target, error, "hand_over");
    }
    return target;
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
  /**
   * False where nothing was handed over. Throws `file_unreadable`, `file_invalid`, or `invalid_input` where it was
   * encrypted to another key than this one.
   */
  "handOver.fetch": async (
    { place }: JobWorld,
    wish: {
      path: string | null;
      deviceId: string;
      epoch: number;
      key: string;
      /** The key is the one that this counter's own backups are encrypted to: then it is not the key that is wrong. */
      isOwnersKey: boolean;
      encrypted: string;
      to: string;
    },
  ): Promise<boolean> => {
    const { path, deviceId, epoch, key, isOwnersKey, encrypted, to } = wish;
    const name = nameOf(deviceId, epoch);
    const invalid = (reason: "not_a_hand_over" | "other_owner" | "changed_or_cut"): CountersideError =>
      new CountersideError("file_invalid", { reason, path: path ?? name });
    const pieces = path === null ? await place.get(name) : piecesOfChosen(path);
    if (pieces === null) return false;
    removeAtOnce(encrypted);
    await writePieces(pieces, encrypted, MOST_BYTES);
    if (!isEncrypted(encrypted)) throw invalid("not_a_hand_over");
    try {
      await decryptFile(encrypted, to, key);
    } catch (error) {
      if (!(error instanceof CountersideError)) throw error;
      if (error.code === "place_failed") throw invalid("changed_or_cut");
      throw isOwnersKey ? invalid("other_owner") : error;
    }
    if (!isBackup(to)) throw invalid("not_a_hand_over");
    return true;
  },
};
