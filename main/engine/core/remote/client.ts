/**
 * The HTTP client: exactly the stored bytes out, a classified result in. It never follows a redirect and
 * never decides what a result means for an entry.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { type EntryProblem, saying } from "../../../../contract/reasons/entry-problem.ts";
import type { Unread } from "../../../../contract/service/evidence.ts";
import type { EngineContext } from "../context.ts";
import {
  type AnswerBody,
  answerBodyOf,
  KEPT_BYTES,
  type SecretSearch,
  tokenSearchOf,
  withoutToken,
} from "./answer-body.ts";
import { charsetOf, type ReadLetters, readerOf } from "./charset.ts";
import type { Lanes } from "./lanes.ts";
import { attemptProblem } from "./network.ts";

/** Lets one through at a time: the others are held where they are until it is their turn. */
function createTurnstile() {
  let inside: object | null = null;
  let waiting: { who: object; goOn: () => void }[] = [];
  return {
    /** Returns what ends the turn, or the wait for it; call it once or more. */
    enter(hold: () => void, goOn: () => void): () => void {
      const who = {};
      if (inside === null) inside = who;
      else {
        waiting.push({ who, goOn });
        hold();
      }
      return () => {
        waiting = waiting.filter((one) => one.who !== who);
        if (inside !== who) return;
        const next = waiting.shift();
        inside = next?.who ?? null;
        next?.goOn();
      };
    },
  };
}

// Undoes the packing of an answer (`Content-Encoding`), within bounds: at once and not as it comes, for most answers are
// small, and what is made of one must not hang on how a thread pool fares.

type Packing = "gzip" | "br" | "deflate";

const NAMES: ReadonlyMap<string, Packing> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["deflate", "deflate"],
]);
/** Nobody packs more often, unless to hurt. */
const MOST_PACKINGS = 5;

/** What was done to an answer, the last first; null where any of it can't be undone. */
function packingsOf(header: string): readonly Packing[] | null {
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const packings = names.flatMap((name) => NAMES.get(name) ?? []);
  return packings.length < names.length || names.length > MOST_PACKINGS ? null : packings.reverse();
}

type Unpacked =
  | { kind: "whole"; bytes: Buffer }
  /** It has more than `most` bytes, packed or not. */
  | { kind: "too_large" }
  /** The packed bytes end too early. */
  | { kind: "cut"; said: string }
  | { kind: "broken"; said: string };

/** Servers send both: the bare stream, and the one with a header, whose two bytes are a multiple of 31. */
const hasZlibHeader = (packed: Buffer): boolean =>
  packed.length >= 2 && ((packed[0] ?? 0) & 0x0f) === 8 && packed.readUInt16BE(0) % 31 === 0;

function unpackOne(packed: Buffer, packing: Packing, most: number, isCut: boolean): Buffer {
  const options = { maxOutputLength: most, ...(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}) };
  switch (packing) {
    case "gzip":
      return gunzipSync(packed, options);
    case "deflate":
      return hasZlibHeader(packed) ? inflateSync(packed, options) : inflateRawSync(packed, options);
    case "br":
      return brotliDecompressSync(packed, {
        maxOutputLength: most,
        ...(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
      });
  }
}

function unpackAs(packed: Buffer, packings: readonly Packing[], most: number, isCut: boolean): Unpacked {
  let bytes = packed;
  for (const packing of packings) {
    // Nothing packed is nothing: what answers without a body has the header too.
    if (bytes.length === 0) break;
    try {
      bytes = unpackOne(bytes, packing, most, isCut);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = "code" in error ? String(error.code) : "";
      if (code === "ERR_BUFFER_TOO_LARGE") return { kind: "too_large" };
      return { kind: code === "Z_BUF_ERROR" ? "cut" : "broken", said: `${code}: ${error.message}` };
    }
  }
  return { kind: "whole", bytes };
}

/** The whole of a packed answer, where it has at most so many bytes; each packing of several counts. */
const unpack = (packed: Buffer, packings: readonly Packing[], most: number): Unpacked =>
  unpackAs(packed, packings, most, false);

/**
 * The beginning of a packed answer that is cut, broken or too large: what comes of the longest half, quarter … of its
 * bytes that make at most `most`. Empty where none does.
 */
function beginningOfPacked(packed: Buffer, packings: readonly Packing[], most: number): Buffer {
  for (let length = packed.length; length > 0; length >>= 1) {
    const unpacked = unpackAs(packed.subarray(0, length), packings, most, true);
    if (unpacked.kind === "whole") return unpacked.bytes;
  }
  return Buffer.alloc(0);
}

interface RemoteRequest {
  method: "POST" | "PUT";
  /** Below the service's address, as the table of endpoints has it. */
  path: string;
  /** The JSON text, sent as UTF-8. */
  body: string;
  token: string;
  /** Called once, before a large answer of success is read any further. */
  readsLargeAnswer?: () => void;
}

export type RemoteResult =
  /** No byte of the request went out: name, refused, TLS, offline. */
  | { kind: "no_connection"; problem: EntryProblem }
  /** Bytes may have gone out, and no whole answer came back. */
  | {
      kind: "answer_lost";
      problem: EntryProblem;
      status: number | null;
      body: string | null;
      bodyBytes?: Uint8Array | null;
    }
  | {
      kind: "answer";
      status: number;
      /** Unpacked, and read by its charset. */
      body: string;
      /** What came, where `body` doesn't have all of its letters. */
      bodyBytes?: Uint8Array | null;
      /** Why the body is not all of it, or not what it says; left out where it is whole. */
      unread?: Unread;
      /** The headers that matter, as they came. */
      retryAfter: string | null;
      date: string | null;
    };

export interface RemoteClient {
  /** Takes an open connection; where there is none any more, nothing is sent. */
  send(request: RemoteRequest): Promise<RemoteResult>;
  /** Ends everything that is under way: lost where bytes may be out, never sent where none are. */
  abort(problem: EntryProblem): void;
}

/** An answer of success larger than this is not read on; the one to the largest return has some 10 MB. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/**
 * Any other is not read on from here, for its status says all; and of an answer that is not read on so much is looked
 * at. That is twice what is kept: a token at the end of it is found as a whole.
 */
const MAX_REFUSAL_BYTES = 2 * KEPT_BYTES;
/** Larger ones are read one at a time: what is made of one takes many times its length. */
const LARGE_BYTES = KEPT_BYTES;

const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string | null => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** So much is read of an answer, and so much may become of it where it is packed. */
const mostOf = (status: number): number => (isSuccess(status) ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES);
const tooLarge = (status: number): Unread => ({
  reason: "too_large",
  said: `larger than ${mostOf(status)} bytes`,
});

const withheld = ({ length }: Buffer): Unread => ({ reason: "repeats_token", said: `${length} bytes` });

/** `serviceUrl` is without a trailing slash, as `connection.save` keeps it. */
export function createRemoteClient(
  { appVersion, clock, deadlineMs }: Pick<EngineContext, "appVersion" | "clock" | "deadlineMs">,
  serviceUrl: string,
  lanes: Pick<Lanes, "take" | "release">,
): RemoteClient {
  const userAgent = `Counterside/${appVersion}`;
  const { origin, pathname } = new URL(serviceUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, "");
  /** What ends each request that is under way. */
  const underWay = new Set<(problem: EntryProblem) => void>();
  const largeAnswers = createTurnstile();
  let latest: { token: string; search: SecretSearch | null } | null = null;
  /** Kept until a request carries another token, and no longer than this client. */
  const searchFor = (token: string): SecretSearch | null => {
    if (latest?.token !== token) latest = { token, search: tokenSearchOf(token) };
    return latest.search;
  };
  return {
    send: (request) =>
      new Promise((resolve) => {
        const carrier = lanes.take();
        if (carrier === null) {
          const problem = saying("closed", "the connection was closed before it was used");
          resolve({ kind: "no_connection", problem });
          return;
        }
        let wentOut = false;
        let status: number | null = null;
        let headers: Record<string, string | string[] | undefined> = {};
        // One buffer that grows: a list of chunks takes a hundred times their length where each is one byte.
        // The first chunk is undici's own and kept as it is: most answers have no other.
        let came: Buffer = Buffer.alloc(0);
        let bytes = 0;
        let leave: (() => void) | null = null;
        /** How it is packed, the last first; null where that can't be undone. */
        let packings: readonly Packing[] | null = [];
        const cleaned = (said: string): string => withoutToken(said, searchFor(request.token)) ?? "";

        let over = false;
        /** `bytes`: what is read of it; null where there is nothing to read. */
        const end = (bytes: Buffer | null, isCutOff: boolean, result: (body: AnswerBody) => RemoteResult) => {
          if (over) return;
          over = true;
          cancelDeadline();
          underWay.delete(fail);
          lanes.release(carrier);
          const resolved = (read: ReadLetters | null): void => {
            const search = searchFor(request.token);
            resolve(result(answerBodyOf(bytes ?? Buffer.alloc(0), search, isCutOff, read)));
            leave?.();
          };
          const charset = bytes === null ? null : charsetOf(headerOf(headers, "content-type"), bytes);
          if (charset === null) resolved(null);
          else void readerOf(charset).then(resolved);
        };
        const answered = (status: number, bytes: Buffer, unread?: Unread): void =>
          end(
            bytes,
            unread?.reason === "too_large" || unread?.reason === "packing_broken",
            ({ body, bodyBytes, isWithheld }) => ({
              kind: "answer",
              status,
              body,
              bodyBytes,
              ...(isWithheld ? { unread: withheld(bytes) } : unread === undefined ? {} : { unread }),
              retryAfter: headerOf(headers, "retry-after"),
              date: headerOf(headers, "date"),
            }),
          );
        const lost = (problem: EntryProblem): void =>
          end(status === null ? null : beginning(), true, ({ body, bodyBytes, isWithheld }) => ({
            kind: "answer_lost",
            problem,
            status,
            ...(status === null || isWithheld ? { body: null } : { body, bodyBytes }),
          }));
        /** What there is of an answer that is not read whole. */
        const beginning = (): Buffer => {
          const all = came.subarray(0, bytes);
          if (packings === null || packings.length === 0) return all;
          const begun = beginningOfPacked(all, packings, MAX_REFUSAL_BYTES);
          // Nothing of it is packed as it says: it may still be a text.
          return begun.length === 0 ? all.subarray(0, MAX_REFUSAL_BYTES) : begun;
        };
        /** The status is known, and what follows is not waited for. */
        const stopReading = (status: number): void => {
          carrier.close();
          answered(status, beginning().subarray(0, MAX_REFUSAL_BYTES), tooLarge(status));
        };
        /** Once, before it is read on; `goOn` where it has to wait for others. */
        const readLarge = (hold: () => void, goOn: () => void): void => {
          request.readsLargeAnswer?.();
          // Not within the end of the one before: undici's parsers run one at a time, and it would throw.
          leave = largeAnswers.enter(hold, () => queueMicrotask(goOn));
        };
        /** All of it came, and is packed. */
        const unpackWhole = (status: number, packed: Buffer, packings: readonly Packing[]): void => {
          if (over) return;
          const mayGrow = leave === null && isSuccess(status);
          const unpacked = unpack(packed, packings, mayGrow ? LARGE_BYTES : mostOf(status));
          if (unpacked.kind === "whole") answered(status, unpacked.bytes);
          else if (unpacked.kind === "cut") lost(saying("packing_cut", unpacked.said));
          else if (unpacked.kind === "broken")
            answered(status, beginning(), { reason: "packing_broken", said: unpacked.said });
          else if (!mayGrow) answered(status, beginning(), tooLarge(status));
          else {
            const again = (): void => unpackWhole(status, packed, packings);
            let waits = false;
            const hold = (): void => {
              waits = true;
            };
            readLarge(hold, again);
            if (!waits) again();
          }
        };
        const complete = (status: number): void => {
          const all = came.subarray(0, bytes);
          // What has no body may name a packing too.
          if (bytes === 0 || packings?.length === 0) answered(status, all);
          else if (packings === null)
            answered(status, all, {
              reason: "packing_unknown",
              said: cleaned(`it is packed as ${headerOf(headers, "content-encoding")}`),
            });
          else unpackWhole(status, all, packings);
        };
        const fail = (problem: EntryProblem): void => {
          // Its answer may still come, and must not count as the next one's.
          if (!over) carrier.close();
          if (wentOut) lost(problem);
          else end(null, false, () => ({ kind: "no_connection", problem }));
        };
        // However busily an answer comes: one that never ends would keep its connection for ever.
        const cancelDeadline = clock.schedule(deadlineMs, () =>
          fail(saying("timed_out", `no whole answer within ${Math.round(deadlineMs / 1_000)} s`)),
        );
        underWay.add(fail);

        carrier.dispatch(
          {
            origin,
            path: `${base}${request.path}`,
            method: request.method,
            headers: {
              authorization: `Bearer ${request.token}`,
              "content-type": "application/json",
              accept: "application/json",
              // Not every gateway minds it: what is still packed is unpacked.
              "accept-encoding": "identity",
              "user-agent": userAgent,
            },
            body: request.body,
          },
          {
            // Called with a connected socket, just before the first byte is written to it.
            onRequestStart: () => {
              wentOut = true;
            },
            onResponseStart: (_controller, statusCode, responseHeaders) => {
              if (statusCode < 200) return;
              status = statusCode;
              headers = responseHeaders;
              const packed = responseHeaders["content-encoding"];
              packings = packingsOf(Array.isArray(packed) ? packed.join() : (packed ?? ""));
            },
            onResponseData: (controller, chunk) => {
              if (over || status === null) return;
              if (bytes === 0) came = chunk;
              else {
                if (bytes + chunk.length > came.length) {
                  const larger = Buffer.alloc(2 * (bytes + chunk.length));
                  came.copy(larger);
                  came = larger;
                }
                chunk.copy(came, bytes);
              }
              bytes += chunk.length;
              // Not the controller's abort: undici completes an answer that ends with its connection after it, and throws.
              if (bytes > mostOf(status)) stopReading(status);
              else if (isSuccess(status) && bytes > LARGE_BYTES && leave === null)
                readLarge(
                  () => controller.pause(),
                  () => controller.resume(),
                );
            },
            onResponseEnd: () => {
              if (status === null) fail(saying("not_an_answer", "no status"));
              else complete(status);
            },
            onResponseError: (_controller, error) => fail(attemptProblem(error, cleaned)),
          },
        );
      }),
    abort: (problem) => {
      for (const end of [...underWay]) end(problem);
    },
  };
}
