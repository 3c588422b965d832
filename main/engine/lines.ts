/** The lines of the headless engine: a byte stream split without ever holding more than the longest, and replies. */
import type { Readable } from "node:stream";
import { CountersideError, replyOf } from "../../contract/error.ts";
import type { Reply } from "../../contract/reply.ts";

/** The longest line that is taken, in bytes; a longer one is reported and skipped to its end. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

export type Line = { kind: "line"; text: string } | { kind: "too_long" } | { kind: "not_utf8" };

/** Yields each line of the stream without its line feed; the last one needs none. */
export async function* linesOf(stream: Readable, maxBytes = MAX_LINE_BYTES): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Buffer[] = [];
  let bytes = 0;
  let skipping = false;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > maxBytes) {
      skipping = true;
      parts = [];
    } else if (!skipping && piece.length > 0) parts.push(piece);
  };
  const finish = (): Line => {
    const whole = Buffer.concat(parts);
    const tooLong = skipping;
    parts = [];
    bytes = 0;
    skipping = false;
    if (tooLong) return { kind: "too_long" };
    try {
      return { kind: "line", text: decoder.decode(whole) };
    } catch {
      // TextDecoder throws only for bytes that are not UTF-8.
      return { kind: "not_utf8" };
    }
  };
  for await (const chunk of stream) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      take(rest.subarray(0, at));
      yield finish();
      rest = rest.subarray(at + 1);
    }
    take(rest);
  }
  if (bytes > 0) yield finish();
}

/** A reply as JSON text; `too_large` in its place where it is longer than a text can be. */
export function printReply(reply: Reply<unknown>): string {
  try {
    return JSON.stringify(reply);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const tooLarge = new CountersideError("too_large", { reason: "answer" });
    return JSON.stringify({ ok: false, error: replyOf(tooLarge) });
  }
}
