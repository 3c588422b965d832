/** What the profile keeps of a claim until the counter is taken over: a kill in between must not lose whose the fence is. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeFolderAtOnce, writeWholeAtOnce } from "../../../../lib/whole-file.ts";
import { parsedJson } from "../../../file/database/row-rules.ts";
import { workFolder } from "../backups/backup-jobs.ts";

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
export type ClaimNote = z.infer<typeof claimNote>;

const noteFile = (profile: string): string => join(workFolder(profile), "claim.json");

export function readClaim(profile: string): ClaimNote | null {
  const path = noteFile(profile);
  if (!existsSync(path) || statSync(path).size > MOST_BYTES) return null;
  return claimNote.safeParse(parsedJson(readFileSync(path, "utf8"))).data ?? null;
}

export function writeClaim(profile: string, note: ClaimNote): void {
  makeFolderAtOnce(workFolder(profile));
  writeWholeAtOnce(noteFile(profile), (unfinished) =>
    writeFileSync(unfinished, JSON.stringify(note), { mode: 0o600 }),
  );
}

export const dropClaim = (profile: string): void => rmSync(noteFile(profile), { force: true });
