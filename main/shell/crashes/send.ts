/** Sends one report to the owner's server: https (or this very computer), no redirect, nothing about who sends. */
import type { CRASH_SEND_PROBLEMS, CrashReport } from "../../../contract/channels/crashes.ts";

/** The way to the network. It sends no cookies and keeps no cache. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<Response>;

export type SendResult =
  | { sent: true; status: number }
  | { sent: false; problem: (typeof CRASH_SEND_PROBLEMS)[number]; status: number | null };

const WITHIN_MS = 30_000;
/** Above what the bounds of a report's fields come to. */
const MOST_BYTES = 64 * 1024;

/** Sends it; never throws. */
export async function sendReport(post: Post, server: string, report: CrashReport): Promise<SendResult> {
  const body = JSON.stringify({ format: "counterside-crash", formatVersion: 1, report });
  if (Buffer.byteLength(body) > MOST_BYTES) return { sent: false, problem: "refused", status: null };
  try {
    const response = await post(server, body, AbortSignal.timeout(WITHIN_MS));
    await response.body?.cancel();
    const { status } = response;
    if (response.redirected || (status >= 300 && status < 400))
      return { sent: false, problem: "redirected", status };
    return status >= 200 && status < 300
      ? { sent: true, status }
      : { sent: false, problem: "refused", status };
  } catch (error) {
    const words = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
    return { sent: false, problem: /redirect/i.test(words) ? "redirected" : "unreachable", status: null };
  }
}
