/** Puts an answer on the wire, rightly or as a fault wants it. */
import type { ServerResponse } from "node:http";
import type { Fault } from "../faults/plan.ts";
import type { Answer } from "./answer.ts";

/** Waits; resolves false where the listener went down meanwhile. */
export function waitFor(ms: number, down: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (down.aborted) return resolve(false);
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      down.removeEventListener("abort", stop);
      resolve(true);
    }, ms);
    down.addEventListener("abort", stop, { once: true });
  });
}

/** Ends the connection under the answer. */
export function dropConnection(outgoing: ServerResponse, reset: boolean): void {
  const { socket } = outgoing;
  if (reset) socket?.resetAndDestroy();
  else socket?.destroy();
}

/** `now` stamps the Date header, in milliseconds since 1970. */
export function writeAnswer(outgoing: ServerResponse, answer: Answer, now: number): void {
  const bytes = Buffer.from(answer.body, "utf8");
  writeHead(outgoing, answer, bytes.length, now);
  outgoing.end(bytes);
}

function writeHead(outgoing: ServerResponse, answer: Answer, length: number, now: number): void {
  outgoing.writeHead(answer.status, {
    date: new Date(now).toUTCString(),
    "content-length": String(length),
    ...answer.headers,
  });
}

async function writeSlowly(
  outgoing: ServerResponse,
  answer: Answer,
  fault: Extract<Fault, { type: "slowBody" }>,
  now: number,
  down: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(answer.body, "utf8");
  writeHead(outgoing, answer, bytes.length, now);
  const size = Math.max(1, Math.ceil(bytes.length / fault.pieces));
  for (let from = 0; from < bytes.length; from += size) {
    if (from > 0 && !(await waitFor(fault.ms / fault.pieces, down))) return;
    outgoing.write(bytes.subarray(from, from + size));
  }
  outgoing.end();
}

/** Sends the answer as the fault wants it, after the books were written. */
export async function deliver(
  outgoing: ServerResponse,
  answer: Answer,
  fault: Fault | null,
  now: number,
  down: AbortSignal,
): Promise<void> {
  switch (fault?.type) {
    case undefined:
      return writeAnswer(outgoing, answer, now);
    case "delay":
      if (fault.when === "after_commit" && !(await waitFor(fault.ms, down))) return;
      return writeAnswer(outgoing, answer, now);
    case "drop":
      return dropConnection(outgoing, fault.reset);
    case "answer":
      return writeAnswer(outgoing, fault, now);
    case "brokenJson":
      return writeAnswer(
        outgoing,
        { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length * 0.6)) },
        now,
      );
    case "halfBody": {
      const bytes = Buffer.from(answer.body, "utf8");
      writeHead(outgoing, answer, bytes.length, now);
      // Only once the half is out: destroying earlier would drop the headers with it.
      outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => dropConnection(outgoing, false));
      return;
    }
    case "slowBody":
      return writeSlowly(outgoing, answer, fault, now, down);
    case "largeBody": {
      const letters = answer.body.length + fault.bytes - Buffer.byteLength(answer.body);
      return writeAnswer(outgoing, { ...answer, body: answer.body.padEnd(letters) }, now);
    }
  }
}
