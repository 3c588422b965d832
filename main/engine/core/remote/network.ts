/** What an open connection to a service is, and why there may be none. The real one is made in `connect.ts`. */
import type { Dispatcher } from "undici";
import { CHECK_PROBLEMS } from "../../../../contract/channels/connection.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import {
  type AttemptProblem,
  type NetworkProblem,
  saying,
} from "../../../../contract/reasons/entry-problem.ts";

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
  /** Calls `notify` once when the other side has closed it; not when it was closed from here. */
  onDropped(notify: () => void): void;
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
/** The codes of the parsers of HTTP. */
const PARSER_CODE = /^(?:HPE|ERR_HTTP)_/;

/** Codes of Node.js and of undici for what becomes of a connection, a request and its answer. */
const OF_CODE: ReadonlyMap<string, NetworkProblem> = new Map([
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
  ["ENOTFOUND", "name_not_found"],
  ["EAI_AGAIN", "name_not_found"],
  ["ETIMEDOUT", "timed_out"],
  ["UND_ERR_CONNECT_TIMEOUT", "timed_out"],
  ["UND_ERR_HEADERS_TIMEOUT", "timed_out"],
  ["UND_ERR_BODY_TIMEOUT", "timed_out"],
  ["EHOSTUNREACH", "unreachable"],
  ["EHOSTDOWN", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENETDOWN", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["EPROTO", "not_secure"],
  ["UND_ERR_HEADERS_OVERFLOW", "not_an_answer"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "not_an_answer"],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "not_an_answer"],
  // Named, and without a code.
  ["HTTPParserError", "not_an_answer"],
  // undici asserts what it believes of a status.
  ["ERR_ASSERTION", "not_an_answer"],
  ["ERR_HTTP_INVALID_STATUS_CODE", "not_an_answer"],
]);

/** What an error of the network is, by its code alone. */
function problemOfCode(code: string): NetworkProblem {
  const known = OF_CODE.get(code);
  if (known !== undefined) return known;
  if (SECURITY_CODE.test(code)) return "not_secure";
  return PARSER_CODE.test(code) ? "not_an_answer" : "other";
}

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

/** What an error of a connection or a request is, by its code alone; of the first where it holds several. */
export function networkProblemOf(error: unknown): NetworkProblem | "proxy_unreachable" | "proxy_refused" {
  if (error instanceof ProxyFailure) return error.problem;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? problemOfCode(codeOf(inner) || inner.name) : "other";
}

/** Why an address can't be connected to, and the error's own words for support. */
export function problemOf(error: unknown): { problem: Problem; detail: string } {
  if (!(error instanceof Error)) return { problem: "unreachable", detail: String(error) };
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : null;
  const detail = error.message || (inner instanceof Error ? inner.message : "") || codeOf(error);
  const found = error instanceof ProxyFailure ? error.problem : problemOfCode(codeOf(error));
  return { problem: CHECK_PROBLEMS.find((known) => known === found) ?? "unreachable", detail };
}

/** What an error that ends a request is, and the error's own words behind it, as `cleaned` leaves them. */
export function attemptProblem(error: Error, cleaned: (said: string) => string): AttemptProblem {
  const code = codeOf(error);
  return saying(
    problemOfCode(code || error.name),
    cleaned(code === "" ? error.message : `${code}: ${error.message}`),
  );
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
