/**
 * The HTTP client: exactly the stored bytes out, a classified result in. It never follows a redirect and
 * never decides what a result means for an entry.
 */
import { answerBodyOf } from "./answer-body.ts";
import type { LazyDispatcher } from "./lazy-dispatcher.ts";

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
      /** The headers that matter, as they came. */
      retryAfter: string | null;
      date: string | null;
    };

export interface RemoteClient {
  send(request: RemoteRequest): Promise<RemoteResult>;
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

const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string | null => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

/** `serviceUrl` without a trailing slash, as `connection.save` keeps it. */
export function createRemoteClient(
  network: Pick<LazyDispatcher, "get">,
  serviceUrl: string,
  userAgent: string,
): RemoteClient {
  const { origin, pathname } = new URL(serviceUrl);
  const base = pathname.replace(/\/+$/, "");
  return {
    send: async (request) => {
      const dispatcher = await network.get();
      return new Promise((resolve) => {
        let wentOut = false;
        let status: number | null = null;
        let headers: Record<string, string | string[] | undefined> = {};
        const chunks: Buffer[] = [];
        let bytes = 0;
        const readBody = () => answerBodyOf(Buffer.concat(chunks), request.token);

        dispatcher.dispatch(
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
              if (status === null)
                return resolve({ kind: "answer_lost", detail: "no status", status, body: null });
              const retryAfter = headerOf(headers, "retry-after");
              return resolve({
                kind: "answer",
                status,
                ...readBody(),
                retryAfter,
                date: headerOf(headers, "date"),
              });
            },
            onResponseError: (_controller, error) => {
              const detail = words(error);
              if (!wentOut) return resolve({ kind: "no_connection", detail });
              return resolve({
                kind: "answer_lost",
                detail,
                status,
                ...(status === null ? { body: null } : readBody()),
              });
            },
          },
        );
      });
    },
  };
}
