/**
 * Reads from the update server: bounded in size, never through a redirect, and with nothing in the request that says
 * who asks. No header of the program's own is ever added here.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UpdateFailure, writeFailure } from "./update-failure.ts";

/** The way to the network. It throws on a redirect, sends no cookies and keeps no cache. */
export type Fetch = (url: string, signal: AbortSignal) => Promise<Response>;

/** Silence for longer than this ends a transfer. */
const IDLE_MS = 30_000;

const causes = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.cause === undefined ? "" : causes(error.cause)}`.trim()
    : String(error);

function networkFailure(error: unknown): UpdateFailure {
  if (error instanceof UpdateFailure) return error;
  const detail = causes(error);
  return new UpdateFailure(/redirect/i.test(detail) ? "redirected" : "unreachable", detail.slice(0, 300));
}

/** Ends what it guards where nothing came for a while. */
function idleGuard(idleMs: number, outer?: AbortSignal) {
  const controller = new AbortController();
  const late = () => controller.abort(new UpdateFailure("unreachable", "the server stopped answering"));
  let timer = setTimeout(late, idleMs);
  const cancel = () => controller.abort(outer?.reason);
  outer?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    progressed: () => {
      clearTimeout(timer);
      timer = setTimeout(late, idleMs);
    },
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", cancel);
    },
  };
}

async function ask(fetch: Fetch, url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, signal);
  if (response.redirected || (response.status >= 300 && response.status < 400))
    throw new UpdateFailure("redirected", `the server answered ${response.status}`);
  if (response.status === 404 || response.status === 410)
    throw new UpdateFailure("not_found", `${new URL(url).pathname}: ${response.status}`);
  if (response.status !== 200)
    throw new UpdateFailure("unreachable", `the server answered ${response.status}`);
  return response;
}

async function drop(response: Response): Promise<void> {
  await response.body?.cancel();
}

/** A small file, whole. Throws UpdateFailure; `too_large` beyond `most` bytes, `unreachable` after a silence. */
export async function fetchSmall(fetch: Fetch, url: string, most: number, idleMs = IDLE_MS): Promise<Buffer> {
  const guard = idleGuard(idleMs);
  try {
    const response = await ask(fetch, url, guard.signal);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body ?? []) {
      guard.progressed();
      length += piece.byteLength;
      if (length > most) {
        throw new UpdateFailure("too_large", `${new URL(url).pathname} is larger than ${most} bytes`);
      }
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    throw networkFailure(guard.signal.aborted ? guard.signal.reason : error);
  } finally {
    guard.end();
  }
}

export interface Wanted {
  url: string;
  size: number;
  /** Base64. */
  sha512: string;
}

/** A large file, straight to the disk, of exactly this size and content. Throws UpdateFailure. */
export async function fetchLarge(
  fetch: Fetch,
  { url, size, sha512 }: Wanted,
  destination: string,
  { signal, progress }: { signal: AbortSignal; progress: (received: number) => void },
): Promise<void> {
  const guard = idleGuard(IDLE_MS, signal);
  const hash = createHash("sha512");
  let received = 0;
  const counted = new Transform({
    transform(piece: Buffer, _, done) {
      guard.progressed();
      received += piece.length;
      if (received > size)
        return done(new UpdateFailure("too_large", `more than the ${size} bytes it should have`));
      hash.update(piece);
      progress(received);
      done(null, piece);
    },
  });
  try {
    const response = await ask(fetch, url, guard.signal).catch((error: unknown) => {
      throw networkFailure(guard.signal.aborted ? guard.signal.reason : error);
    });
    const told = Number(response.headers.get("content-length") ?? size);
    if (told > size) {
      await drop(response);
      throw new UpdateFailure("too_large", `${told} bytes where ${size} were expected`);
    }
    const body = response.body;
    if (body === null) throw new UpdateFailure("bad_checksum", "the file is empty");
    await pipeline(piecesOf(body), counted, createWriteStream(destination, { mode: 0o600 }), {
      signal: guard.signal,
    });
  } catch (error) {
    throw guard.signal.aborted ? networkFailure(guard.signal.reason) : writeFailure(error);
  } finally {
    guard.end();
  }
  if (received !== size)
    throw new UpdateFailure("bad_checksum", `${received} bytes where ${size} were expected`);
  if (hash.digest("base64") !== sha512)
    throw new UpdateFailure("bad_checksum", "the file is not the one that was released");
}

/** A break of the link is the network's, not the disk's. */
function piecesOf(body: ReadableStream<Uint8Array>): Readable {
  return Readable.from(
    (async function* () {
      try {
        for await (const piece of body) yield Buffer.from(piece);
      } catch (error) {
        throw networkFailure(error);
      }
    })(),
    { objectMode: false },
  );
}
