/** One request and its answer, as the wire reads them: what each tells the counter and what undici would say. */
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../../contract/operations.ts";
import type { End } from "./history.ts";

/** What the counter learned of the service from an exchange: nothing, that it is well or in trouble, or what may be either. */
export type Contact = "none" | "well" | "service_trouble" | "unclear";

export interface Sent {
  kind: OperationKind | null;
  origin: string;
  authorization: string;
  body: string;
}

export const headersOf = (headers: unknown): Record<string, string> =>
  typeof headers === "object" && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};

export const kindOf = (method: string, path: string): OperationKind | null =>
  OPERATION_KINDS.find(
    (kind) => OPERATIONS[kind].method === method && path.endsWith(OPERATIONS[kind].path),
  ) ?? null;

export const errorOf = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** What undici says of a connection that ends under a request. */
export const LOST = {
  reset: errorOf("ECONNRESET", "read ECONNRESET"),
  closed: errorOf("UND_ERR_SOCKET", "other side closed"),
  timeout: errorOf("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error"),
};

export const endOfStatus = (status: number, headers: Record<string, string>, isEvidence: boolean): End => {
  if (status < 300) return isEvidence ? "applied" : "foreign";
  if (status < 500 || (status === 503 && "retry-after" in headers)) return "not_applied";
  return "uncertain";
};

/**
 * A refusal is about its entry or about the service: that takes more than one answer to know. A success without evidence
 * counts as trouble, or as a success where the owner says so.
 */
export function contactOf(status: number, isEvidence: boolean): Contact {
  if (status >= 500 || [408, 425, 429].includes(status)) return "service_trouble";
  if (status >= 300) return "unclear";
  return isEvidence ? "well" : "unclear";
}

/** What an answer asks to wait, as the engine may count it: at most an hour. */
export function askedMsOf({ "retry-after": asked, date }: Record<string, string>): number | null {
  if (asked === undefined) return null;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.parse(date ?? "");
  return Number.isNaN(ms) ? null : Math.min(ms, 3_600_000);
}

const serialOf = (body: string): string | null => /"serialNo"\s*:\s*"([^"]{1,64})"/.exec(body)?.[1] ?? null;

/**
 * Whether the answer to one request can be distinguished from the answer to another. The interface gives a restore's answer
 * nothing of what was asked, and two edits of one voucher share its serial number: no counter can tell those.
 */
export const mayBeDistinguished = (of: Sent, from: Sent): boolean =>
  serialOf(of.body) !== null && serialOf(of.body) !== serialOf(from.body);
