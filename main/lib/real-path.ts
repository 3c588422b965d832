/** Where a path leads in truth, by whatever prefix it is spelled. */
import { realpathSync } from "node:fs";
import { realpath } from "node:fs/promises";

/** Of Windows, for paths of more than 260 letters, which Node needs for none: `\\?\C:\shop`, `\\?\UNC\server\share`. */
const LONG = /^\\\\\?\\(UNC\\)?/i;

/** Without the prefix, before which Node's own `realpath` takes the drive for a file. */
const plain = (path: string): string =>
  process.platform === "win32" ? path.replace(LONG, (_, unc?: string) => (unc ? "\\\\" : "")) : path;

export const realPathAtOnce = (path: string): string => realpathSync(plain(path));

/** The same, while others have their turn. */
export const realPath = (path: string): Promise<string> => realpath(plain(path));
