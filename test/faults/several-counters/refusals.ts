/** Why a counter gave no answer: the state of its file that it tells, for as long as that is true and may last. */
import { fileBusy } from "../../../contract/channels/connection.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import { waitBefore } from "../../../main/engine/file/file-owner.ts";

/** In simulated milliseconds: a request that is under way, a last copy to a slow folder, and some. */
const LONGEST_RECOVERY_MS = 30_000;
/** A file that was waited for is tried again before this. */
const LONGEST_WAIT_MS = waitBefore(10) + 5_000;

/** For how long a refusal may go on from now; 0 where nothing explains it. `fullUntil`: as in `Counter`. */
export function mayLastMs(
  { code, details }: ReplyError,
  { fullUntil, now }: { fullUntil: number; now: number },
): number {
  // The read met the damage, and has it recovered.
  if (code === "storage_damaged") return LONGEST_RECOVERY_MS;
  const busy = code === "storage_busy" ? fileBusy.safeParse(details).data : undefined;
  if (busy === undefined) return 0;
  if (busy.state !== "waiting") return LONGEST_RECOVERY_MS;
  return busy.cause === "storage_full" ? Math.max(0, fullUntil + LONGEST_WAIT_MS - now) : 0;
}
