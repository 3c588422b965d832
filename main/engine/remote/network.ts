/** What an open connection to a service is, and why there may be none. The real one is made in `connect.ts`. */
import type { Dispatcher } from "undici";
import { type AttemptDetail, type AttemptProblem, attemptDetail } from "../../../contract/attempt-detail.ts";
import type { CHECK_PROBLEMS } from "../../../contract/channels/connection.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";

/** Until a connection is open: name, proxy and TLS together. */
export const CONNECT_MS = 10_000;
/** Until the whole answer is there, however busily it comes. The owner's policy may say another. */
export const DEFAULT_DEADLINE_MS = 120_000;

type Check = ChannelOutput<"connection.check">;
type Problem = (typeof CHECK_PROBLEMS)[number];

/** One open connection, TLS finished; nothing of a request has been sent over it before the first dispatch. */
export interface Carrier {
  /** Sends one request; the next one only after its answer. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  isOpen(): boolean;
  /** Calls `told` once when the other side has closed it; not when it was closed from here. */
  onDropped(told: () => void): void;
  /** Closes it at once, whatever is under way. */
  close(): void;
}

export type Connected =
  | { kind: "connected"; carrier: Carrier; certificate: Check["certificate"] }
  | { kind: "not_connected"; problem: Problem; detail: string };

/** Opens a connection to a service the way every request goes, and sends nothing to the service. Never rejects. */
export type Connect = (serviceUrl: string) => Promise<Connected>;

/** The proxy was reached and doesn't open the way to the service, or it can't be reached itself. */
export class ProxyFailure extends Error {
  readonly problem: "proxy_unreachable" | "proxy_refused";
  constructor(problem: ProxyFailure["problem"], detail: string) {
    super(detail);
    this.problem = problem;
  }
}

const SECURITY_CODE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|SSL|TLS/;

export function problemOf(error: unknown): { problem: Problem; detail: string } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const inner = error instanceof AggregateError ? error.errors[0] : null;
  const detail =
    error instanceof Error
      ? error.message || (inner instanceof Error ? inner.message : "") || code
      : String(error);
  if (error instanceof ProxyFailure) return { problem: error.problem, detail };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { problem: "name_not_found", detail };
  if (code === "ECONNREFUSED") return { problem: "refused", detail };
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return { problem: "timeout", detail };
  if (SECURITY_CODE.test(code)) return { problem: "certificate", detail };
  return { problem: "unreachable", detail };
}

/** Codes of Node.js and of undici for what becomes of a request and its answer. */
const OF_CODE: ReadonlyMap<string, AttemptProblem> = new Map([
  ["ECONNRESET", "closed"],
  ["ECONNABORTED", "closed"],
  ["EPIPE", "closed"],
  ["ENOTCONN", "closed"],
  ["ERR_STREAM_PREMATURE_CLOSE", "closed"],
  ["ERR_STREAM_DESTROYED", "closed"],
  ["ERR_STREAM_WRITE_AFTER_END", "closed"],
  ["ERR_SOCKET_CLOSED", "closed"],
  ["UND_ERR_SOCKET", "closed"],
  ["UND_ERR_INFO", "closed"],
  ["UND_ERR_CLOSED", "closed"],
  ["UND_ERR_DESTROYED", "closed"],
  ["UND_ERR_ABORTED", "closed"],
  // The parser of HTTP was not through when the connection ended.
  ["HPE_INVALID_EOF_STATE", "closed"],
  ["ECONNREFUSED", "refused"],
  ["ENOTFOUND", "nameNotFound"],
  ["EAI_AGAIN", "nameNotFound"],
  ["ETIMEDOUT", "timedOut"],
  ["UND_ERR_CONNECT_TIMEOUT", "timedOut"],
  ["UND_ERR_HEADERS_TIMEOUT", "timedOut"],
  ["UND_ERR_BODY_TIMEOUT", "timedOut"],
  ["EHOSTUNREACH", "unreachable"],
  ["EHOSTDOWN", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENETDOWN", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["EPROTO", "notSecure"],
  ["UND_ERR_HEADERS_OVERFLOW", "notAnAnswer"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "notAnAnswer"],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "notAnAnswer"],
  // Named, and without a code.
  ["HTTPParserError", "notAnAnswer"],
  // undici asserts what it believes of a status.
  ["ERR_ASSERTION", "notAnAnswer"],
  ["ERR_HTTP_INVALID_STATUS_CODE", "notAnAnswer"],
]);

/** What an error that ends a request is, by its code alone, and the error's own words behind it, as `cleaned` leaves them. */
export function detailOf(error: Error, cleaned: (said: string) => string): AttemptDetail {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const said =
    code === "" || error.message.startsWith(`${code}: `) ? error.message : `${code}: ${error.message}`;
  const known = OF_CODE.get(code === "" ? error.name : code);
  if (known !== undefined) return attemptDetail(known, cleaned(said));
  if (SECURITY_CODE.test(code)) return attemptDetail("notSecure", cleaned(said));
  // The codes of the parsers of HTTP.
  return attemptDetail(/^(?:HPE|ERR_HTTP)_/.test(code) ? "notAnAnswer" : "other", cleaned(said));
}

/** Looks at an address: opens a connection, says what it met, and closes it. */
export async function checkAddress(connect: Connect, serviceUrl: string, now: () => number): Promise<Check> {
  const startedAt = now();
  const met = await connect(serviceUrl);
  const measured = { encrypted: new URL(serviceUrl).protocol === "https:", elapsedMs: now() - startedAt };
  if (met.kind === "not_connected") {
    const { problem, detail } = met;
    return { ...measured, reachable: false, problem, detail, certificate: null };
  }
  met.carrier.close();
  return { ...measured, reachable: true, problem: null, detail: null, certificate: met.certificate };
}
