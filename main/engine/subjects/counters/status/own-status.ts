/** The status that this counter wrote last, as the profile keeps it. */
import { join } from "node:path";
import { type CounterStatus, counterStatus } from "../../../../../contract/counter-status.ts";
import { readKept, workFolder, writeKept } from "../kept.ts";

const MOST_BYTES = 100_000;

const ownStatusFile = (profile: string): string => join(workFolder(profile), "status.json");

/** Null where none was written by this counter; `deviceId` null: by whichever it was. */
export function readOwnStatus(profile: string, deviceId: string | null): CounterStatus | null {
  const found = readKept(ownStatusFile(profile), MOST_BYTES, counterStatus);
  return deviceId === null || found?.deviceId === deviceId ? found : null;
}

export const writeOwnStatus = (profile: string, text: string): void =>
  writeKept(ownStatusFile(profile), text);
