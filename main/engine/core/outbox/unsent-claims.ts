/**
 * The claims that are being written and of which certainly no byte was sent, kept where a kill leaves them and a power
 * cut does not: a file in a folder that lies in memory. So the start after a kill in a claim's own forced write knows
 * that these entries never left. It names only claims of this very moment: whatever it doesn't name may have been sent.
 */

import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../../lib/error-code.ts";
import type { Log } from "../../../lib/log.ts";
import { removeAtOnce } from "../../../lib/whole-file.ts";

export interface UnsentClaim {
  entryId: string;
  attemptId: number;
  /** When it was claimed, in milliseconds since 1970. */
  at: number;
}

export interface UnsentClaims {
  /** Whether a kill left this claim before anything of it was sent. */
  wasLeft(claim: UnsentClaim): boolean;
  /** Before these claims are on the disk. Never throws: what can't be noted counts as sent. */
  note(claims: readonly UnsentClaim[]): void;
  /** Before anything of them is sent. Where it throws nothing may be sent. */
  clear(): void;
  close(): void;
}

/** Opens what belongs to one connection's file, by its path. */
export type OpenUnsentClaims = (path: string) => UnsentClaims;

/** Where no folder lies in memory: after a kill every claim may have been sent. */
export const noUnsentClaims: OpenUnsentClaims = () => ({
  wasLeft: () => false,
  note: () => undefined,
  clear: () => undefined,
  close: () => undefined,
});

/** Linux's numbers of the file systems that lie in memory (statfs(2)). */
const IN_MEMORY = [0x01021994, 0x858458f6];

const OTHERS_WRITE = 0o022;

/** Whether what this user writes there is gone with the power, and nobody else writes there. */
function isOwnMemory(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  const isOwn = uid === process.getuid?.() && (mode & OTHERS_WRITE) === 0;
  return isOwn && IN_MEMORY.includes(statfsSync(folder).type);
}

/** A line that was cut off names nothing. */
const lineOf = ({ entryId, attemptId, at }: UnsentClaim): string => `${entryId} ${attemptId} ${at}\n`;

/**
 * Keeps them in the user's runtime folder (`XDG_RUNTIME_DIR`), which Linux makes in memory. Elsewhere, and where it is
 * no such folder, as `noUnsentClaims`.
 */
export function unsentClaimsIn(runtimeFolder: string | undefined, log: Log): OpenUnsentClaims {
  return (path) => {
    if (process.platform !== "linux" || runtimeFolder === undefined) return noUnsentClaims(path);
    try {
      if (!isOwnMemory(runtimeFolder)) return noUnsentClaims(path);
      const folder = join(runtimeFolder, "counterside");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // It may have been there before: a link to elsewhere, or somebody else's.
      if (!isOwnMemory(folder)) return noUnsentClaims(path);
      return openIn(join(folder, hash("sha256", path)), log);
    } catch (error) {
      log.warn("what a kill leaves unsent will count as sent", { error });
      return noUnsentClaims(path);
    }
  };
}

/** Whether this process has ended, as far as this one can see: its number may be another's by now. */
function isGone(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

/** Its first line is the writer's process: only what is gone has left something. */
const leftBy = (note: string): string => (isGone(Number.parseInt(note, 10)) ? note : "");

/** Throws where it can't be read, or is no plain file: reading a pipe never ends. */
function readLeft(handle: number): string {
  try {
    if (!fstatSync(handle).isFile()) throw new Error("this is no plain file");
    return readFileSync(handle, "latin1");
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function openIn(file: string, log: Log): UnsentClaims {
  const handle = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  const left = leftBy(readLeft(handle));
  /** Where an earlier note couldn't be taken back it names earlier tries, and none of these. */
  let mayNameThese = true;
  return {
    wasLeft: (claim) => left.includes(`\n${lineOf(claim)}`),
    note(claims) {
      mayNameThese = false;
      try {
        ftruncateSync(handle, 0);
        mayNameThese = true;
        writeSync(handle, `${process.pid}\n${claims.map(lineOf).join("")}`, 0, "latin1");
      } catch (error) {
        log.warn("a kill now would leave claims that count as sent", { error });
      }
    },
    clear() {
      if (mayNameThese) ftruncateSync(handle, 0);
      mayNameThese = false;
    },
    close() {
      // A start that failed leaves it to the next one.
      if (fstatSync(handle).size === 0) removeAtOnce(file);
      closeSync(handle);
    },
  };
}
