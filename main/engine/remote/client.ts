/**
 * The HTTP client: exactly the stored bytes out, a classified result in. It never follows a redirect and
 * never decides what a result means for an entry.
 */
import type { Clock } from "../ports.ts";
import type { Lanes } from "./lanes.ts";

export interface RemoteRequest {
  method: "POST" | "PUT";
  /** Below the service's address, as the table of endpoints has it. */
  path: string;
  /** The JSON text, sent as UTF-8. */
  body: string;
  token: string;
}

export type RemoteResult =
  /** No byte of the request went out: name, refused, TLS, offline. */
  | { kind: "no_connection"; detail: string }
  /** Bytes may have gone out, and no whole answer came back. */
  | { kind: "answer_lost"; detail: string; status: number | null; body: string | null }
  | {
      kind: "answer";
      status: number;
      body: string;
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

/** An answer larger than this is not read on: the largest return the program sends answers with far less. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const words = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  const inner =
    error instanceof AggregateError && error.errors.length > 0 ? words(error.errors[0]) : error.message;
  return inner.startsWith(code) ? inner : `${code}${inner}`;
};

/** Shorter ones are left: taking every "1" out of an answer would spoil it, and such a token is a test's. */
const LEAST_TOKEN = 8;

/**
 * A service that repeats the token in its answer, as debug pages do, must not bring it into the books: an answer is
 * kept, shown, printed and handed to support. What remains is valid JSON where it was.
 */
export function withoutToken(text: string, token: string): string {
  if (token.length < LEAST_TOKEN) return text;
  const spellings = [
    ...[token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)],
    Buffer.from(token).toString("base64"),
  ];
  return spellings.reduce((left, spelling) => left.replaceAll(spelling, "[token removed]"), text);
}

const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string | null => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

export interface ClientParts {
  lanes: Pick<Lanes, "take" | "release">;
  /** Without a trailing slash, as `connection.save` keeps it. */
  serviceUrl: string;
  userAgent: string;
  clock: Pick<Clock, "schedule">;
  /** From the first byte to the whole answer, in milliseconds. */
  deadlineMs: number;
}

export function createRemoteClient(parts: ClientParts): RemoteClient {
  const { lanes, userAgent, deadlineMs } = parts;
  const { origin, pathname } = new URL(parts.serviceUrl);
  const base = pathname.replace(/\/+$/, "");
  /** What ends each request that is under way. */
  const underWay = new Set<(detail: string) => void>();
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
        const chunks: Buffer[] = [];
        let bytes = 0;
        const bodyText = (): string => withoutToken(Buffer.concat(chunks).toString("utf8"), request.token);

        let over = false;
        const end = (result: RemoteResult): void => {
          if (over) return;
          over = true;
          cancelDeadline();
          underWay.delete(fail);
          lanes.release(carrier);
          resolve(result);
        };
        const fail = (detail: string): void => {
          // Its answer may still come, and must not be taken for the next one's.
          if (!over) carrier.close();
          if (wentOut)
            end({ kind: "answer_lost", detail, status, body: status === null ? null : bodyText() });
          else end({ kind: "no_connection", detail });
        };
        // However busily an answer comes: one that never ends would keep its connection for ever.
        const cancelDeadline = parts.clock.schedule(deadlineMs, () =>
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
              bytes += chunk.length;
              if (bytes > MAX_ANSWER_BYTES)
                controller.abort(new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`));
              else chunks.push(chunk);
            },
            onResponseEnd: () => {
              if (status === null) return fail("no status");
              end({
                kind: "answer",
                status,
                body: bodyText(),
                retryAfter: headerOf(headers, "retry-after"),
                date: headerOf(headers, "date"),
              });
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
