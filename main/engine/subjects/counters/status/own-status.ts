/** The status that this counter wrote last, as the profile keeps it. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CounterStatus, counterStatus } from "../../../../../contract/counter-status.ts";
import { writeWholeAtOnce } from "../../../../lib/whole-file.ts";

const MOST_BYTES = 100_000;

const ownStatusFile = (profile: string): string => join(profile, "shop-folder", "status.json");

/** Null where none was written by this counter; `deviceId` null: by whichever it was. */
export function readOwnStatus(profile: string, deviceId: string | null): CounterStatus | null {
  const path = ownStatusFile(profile);
  if (!existsSync(path)) return null;
  try {
    const there = statSync(path);
    if (!there.isFile() || there.size > MOST_BYTES) return null;
    const { data } = counterStatus.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return data !== undefined && (deviceId === null || data.deviceId === deviceId) ? data : null;
  } catch {
    // It is written anew soon; until then nothing is known of the shop folder.
    return null;
  }
}

export function writeOwnStatus(profile: string, text: string): void {
  const path = ownStatusFile(profile);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWholeAtOnce(path, (unfinished) => writeFileSync(unfinished, text, { mode: 0o600 }));
}
