/** A small JSON file of the profile: opened whatever it holds, and kept aside where it can't be used. */

import { join } from "node:path";
import ElectronStore from "electron-store";
import { CountersideError } from "../../../contract/error.ts";
import { errorCode } from "../../lib/error-code.ts";
import type { Log } from "../../lib/log.ts";
import { whileHeldAtOnce } from "../../lib/whole-file.ts";
import { keepBrokenAside } from "./small-file.ts";

export interface StoreFile {
  /** Everything in it, of unknown shape: the caller parses each value that it reads. */
  readAll(): Record<string, unknown>;
  /** Writes one value; throws `storage_read_only` or `storage_full` where the disk refuses. */
  write(key: string, value: unknown): void;
  /** Where a file that could not be used was put, this time. */
  readonly setAside: string | null;
}

/** Opens `name`.json in the profile folder. */
export function openStoreFile(folder: string, name: string, log: Log): StoreFile {
  const setAside = keepBrokenAside(join(folder, `${name}.json`), log);
  const store = whileHeldAtOnce(
    () =>
      new ElectronStore<Record<string, unknown>>({
        cwd: folder,
        name,
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: true,
        configFileMode: 0o600,
      }),
  );
  return {
    setAside,
    readAll: () => whileHeldAtOnce(() => store.store),
    write: (key, value) => {
      try {
        whileHeldAtOnce(() => (value === undefined ? store.delete(key) : store.set(key, value)));
      } catch (error) {
        throw asStorageError(error, name);
      }
    },
  };
}

function asStorageError(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new CountersideError("storage_full", { reason: "settings", file: name });
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new CountersideError("storage_read_only", { reason: "settings", file: name });
  return error;
}
