/** What the profile keeps of a claim until the counter is taken over: a kill in between must not lose whose the fence is. */
import { join } from "node:path";
import { z } from "zod";
import { removeAtOnce } from "../../../../lib/whole-file.ts";
import { readKept, workFolder, writeKept } from "../kept.ts";

const MOST_BYTES = 10_000;

const claimNote = z.object({
  claimId: z.string(),
  /** Whose place is taken, and by whom. */
  deviceId: z.string(),
  byDeviceId: z.string(),
  epoch: z.number(),
  connection: z.string(),
  backup: z.string(),
});
type ClaimNote = z.infer<typeof claimNote>;

const noteFile = (profile: string): string => join(workFolder(profile), "claim.json");

export const readClaim = (profile: string): ClaimNote | null =>
  readKept(noteFile(profile), MOST_BYTES, claimNote);
export const writeClaim = (profile: string, note: ClaimNote): void =>
  writeKept(noteFile(profile), JSON.stringify(note));
export const dropClaim = (profile: string): void => removeAtOnce(noteFile(profile));
