/**
 * The HTTP client: exactly the stored bytes out, a classified result in. It never follows a redirect and
 * never decides what a result means for an entry.
 */
import type { Clock } from "../ports.ts";
import { answerBodyOf, KEPT_BYTES, withoutToken } from "./answer-body.ts";
import type { Lanes } from "./lanes.ts";
import { createTurnstile } from "./turnstile.ts";

export interface RemoteRequest {
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
  | { kind: "no_connection"; detail: string }
  /** Bytes may have gone out, and no whole answer came back. */
  | {
      kind: "answer_lost";
      detail: string;
      status: number | null;
      body: string | null;
      bodyBytes?: Uint8Array | null;
    }
  | {
      kind: "answer";
      status: number;
      body: string;
      /** What came, where `body` isn't exactly that (not UTF-8). */
      bodyBytes?: Uint8Array | null;
      /** Why the body is not all of it, in words; left out where it is whole. */
      notRead?: string;
      /** The headers that matter, as they came. */
      retryAfter: string | null;
      date: string | null;
    };

export interface RemoteClient {
  /** Takes an open connection; where there is none any more, nothing is sent. */
  send(request: RemoteRequest): Promise<RemoteResult>;
  /** Ends everything that is under way: lost where bytes may be out, never sent where none are. */
  abort(detail: string): void;
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

const words = (error: Error): string => {
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return error.message.startsWith(code) ? error.message : `${code}${error.message}`;
};

const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string | null => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

export interface ClientDeps {
  lanes: Pick<Lanes, "take" | "release">;
  /** Without a trailing slash, as `connection.save` keeps it. */
  serviceUrl: string;
  userAgent: string;
  clock: Pick<Clock, "schedule">;
  /** From the first byte to the whole answer, in milliseconds. */
  deadlineMs: number;
}

export function createRemoteClient(deps: ClientDeps): RemoteClient {
  const { lanes, userAgent, deadlineMs } = deps;
  const { origin, pathname } = new URL(deps.serviceUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, "");
  /** What ends each request that is under way. */
  const underWay = new Set<(detail: string) => void>();
  const largeAnswers = createTurnstile();
  return {
    send: (request) =>
      new Promise((resolve) => {
        const carrier = lanes.take();
        if (carrier === null) {
          resolve({ kind: "no_connection", detail: "the connection was closed before it was used" });
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
        const readBody = (isCutOff: boolean) =>
          answerBodyOf(came.subarray(0, bytes), request.token, isCutOff);

        let over = false;
        const end = (result: RemoteResult): void => {
          if (over) return;
          over = true;
          cancelDeadline();
          underWay.delete(fail);
          lanes.release(carrier);
          resolve(result);
          leave?.();
        };
        const answered = (status: number, notRead?: string): void =>
          end({
            kind: "answer",
            status,
            ...readBody(notRead !== undefined),
            ...(notRead === undefined ? {} : { notRead }),
            retryAfter: headerOf(headers, "retry-after"),
            date: headerOf(headers, "date"),
          });
        /** The status is known, and what follows is not waited for. */
        const stopReading = (status: number, most: number): void => {
          carrier.close();
          bytes = Math.min(bytes, MAX_REFUSAL_BYTES);
          answered(status, `the answer is larger than ${most} bytes`);
        };
        const fail = (detail: string): void => {
          // Its answer may still come, and must not be taken for the next one's.
          if (!over) carrier.close();
          if (wentOut)
            end({
              kind: "answer_lost",
              detail: withoutToken(detail, request.token),
              status,
              ...(status === null ? { body: null } : readBody(true)),
            });
          else end({ kind: "no_connection", detail });
        };
        // However busily an answer comes: one that never ends would keep its connection for ever.
        const cancelDeadline = deps.clock.schedule(deadlineMs, () =>
          fail(`no whole answer within ${Math.round(deadlineMs / 1_000)} s`),
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
              const isSuccess = status >= 200 && status < 300;
              const most = isSuccess ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES;
              // Not the controller's abort: undici completes an answer that ends with its connection after it, and throws.
              if (bytes > most) stopReading(status, most);
              else if (isSuccess && bytes > LARGE_BYTES && leave === null) {
                request.readsLargeAnswer?.();
                leave = largeAnswers.enter(
                  () => controller.pause(),
                  // Not within the end of the one before: undici's parsers run one at a time, and it would throw.
                  () => queueMicrotask(() => controller.resume()),
                );
              }
            },
            onResponseEnd: () => {
              if (status === null) return fail("no status");
              answered(status);
            },
            onResponseError: (_controller, error) => fail(words(error)),
          },
        );
      }),
    abort: (detail) => {
      for (const end of [...underWay]) end(detail);
    },
  };
}
