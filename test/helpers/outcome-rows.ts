/** The rows of the outcome policy as an HTTP server, or its absence, acts them out. */

import type { SYNC_STATES } from "../../contract/channels/connection.ts";
import type { Outcome } from "../../contract/channels/posting.ts";
import type { EntryState } from "../../contract/entry-states.ts";
import { DEFAULT_DEADLINE_MS } from "../../main/engine/core/remote/network.ts";
import { answer, type Behave, type Came, goodBody } from "./http-service.ts";

interface Expected {
  state: EntryState;
  outcome: Outcome;
  counted: boolean;
  httpStatus: number | null;
  /** Until the next attempt; null where none is due by itself. */
  waitMs: number | null;
  /** What is beside the entry; null for nothing. */
  words: RegExp | null;
  understood?: boolean;
}

export interface Row {
  name: string;
  /** What the server does with the request; it knows where a second server listens. */
  behave: (elsewhere: string) => Behave;
  /** How long it takes until the outcome is known; at once without it. */
  afterMs?: number;
  expect: Expected;
  /** What is otherwise for vouchers and restores. */
  expectIfConverges?: Partial<Expected>;
  /** The answer's body in the sending history. */
  kept?: string | ((sent: Came | undefined) => string);
  /** Whether the sending history says why there is no whole answer. */
  isLost?: true;
  others: "go_on" | "wait";
  /** After this answer, and before the next. */
  status: (typeof SYNC_STATES)[number];
  statusIfConverges?: (typeof SYNC_STATES)[number];
}

/** The first wait: half of one second. */
const WAIT = 500;
const never: Behave = () => undefined;
const said = '{"error":{"message":"the drawer is locked"}}';
const words = (status: number) => new RegExp(`^${status}: the drawer is locked$`);
const NOT_PLAIN = /.+/;

const goodOf = (sent: Came | undefined): string => (sent === undefined ? "not sent" : goodBody(sent));
const online = { others: "go_on", status: "online" } as const;
const inTrouble = { others: "go_on", status: "service_trouble" } as const;

const confirmed = (httpStatus: number): Expected => ({
  state: "confirmed",
  outcome: "accepted",
  counted: true,
  httpStatus,
  waitMs: null,
  words: null,
  understood: true,
});
type BodyOf = string | ((sent: Came) => string);
const keptOf = (body: BodyOf): NonNullable<Row["kept"]> =>
  typeof body === "string" ? body : (sent) => (sent === undefined ? "not sent" : body(sent));
/** The good body with another text in place of one; a restore's with a different change. */
const changed =
  (transaction: readonly [string | RegExp, string], restore: readonly [string | RegExp, string]): BodyOf =>
  (sent) =>
    goodBody(sent).replace(...(sent.kind?.startsWith("restore") ? restore : transaction));

const noEvidence = (name: string, status: number, body: BodyOf, why: RegExp = /./): Row => ({
  name: `${status} ${name}: unknown for all six, the answer kept`,
  behave: () => answer(status, body),
  ...inTrouble,
  kept: keptOf(body),
  expect: {
    state: "outcome_unknown",
    outcome: "no_evidence",
    counted: true,
    httpStatus: status,
    waitMs: null,
    words: new RegExp(`^The service answered, but not about this entry: .*${why.source}`),
  },
});
const oddEvidence = (name: string, body: BodyOf, why: RegExp): Row => ({
  name: `200 ${name}: confirmed, marked, the answer kept`,
  behave: () => answer(200, body),
  ...online,
  kept: keptOf(body),
  expect: {
    ...confirmed(200),
    outcome: "accepted_not_understood",
    understood: false,
    words: new RegExp(`^The answer was not fully understood: ${why.source}`),
  },
});
const evidence = (name: string, body: BodyOf): Row => ({
  name: `200 ${name}: confirmed`,
  behave: () => answer(200, body),
  ...online,
  kept: keptOf(body),
  expect: confirmed(200),
});
const OTHER_SERIAL = '"serialNo":"99999999-9999-4999-8999-999999999999"';

const askedToWait = (name: string, status: number, headers: Record<string, string>, waitMs: number): Row => ({
  name: `${status} ${name}: waits`,
  behave: () => answer(status, said, headers),
  ...inTrouble,
  kept: said,
  expect: {
    state: "retry_wait",
    outcome: "asked_to_wait",
    counted: true,
    httpStatus: status,
    waitMs,
    words: words(status),
  },
});

const unknownOutcome = (outcome: Outcome, httpStatus: number | null, why: RegExp) => ({
  expect: {
    state: "outcome_unknown",
    outcome,
    counted: true,
    httpStatus,
    waitMs: null,
    words: why,
  } satisfies Expected,
  expectIfConverges: { state: "retry_wait", waitMs: WAIT } satisfies Partial<Expected>,
});

const serverError = (name: string, status: number): Row => ({
  name: `${status} ${name}: unknown for a return, repeated for the rest`,
  behave: () => answer(status, said),
  ...inTrouble,
  kept: said,
  ...unknownOutcome("server_error", status, words(status)),
});

const answerLost = (
  name: string,
  httpStatus: number | null,
  how: Pick<Row, "behave"> & Partial<Row>,
): Row => ({
  name: `${name}: unknown for a return, repeated for the rest`,
  ...inTrouble,
  isLost: true,
  ...unknownOutcome("answer_lost", httpStatus, NOT_PLAIN),
  ...how,
});

const refused = (status: number): Row => ({
  name: `${status}: a dead letter in the service's words`,
  behave: () => answer(status, said),
  ...online,
  kept: said,
  expect: {
    state: "dead_letter",
    outcome: "refused",
    counted: true,
    httpStatus: status,
    waitMs: null,
    words: words(status),
  },
});

/** Only 307 and 308 say that nothing was done; a 304 has no body. */
function redirected(status: number): Row {
  const isDenied = status === 307 || status === 308;
  const dead = { state: "dead_letter", outcome: "redirected" } as const;
  const unknown = { state: "outcome_unknown", outcome: "redirected_unknown" } as const;
  return {
    name: `${status}: ${isDenied ? "a dead letter" : "unknown for a return, a dead letter for the rest"}, and the token goes nowhere else`,
    behave: (elsewhere) => answer(status, "moved", { location: `${elsewhere}/elsewhere` }),
    ...(isDenied ? online : inTrouble),
    statusIfConverges: "online",
    kept: status === 304 ? "" : "moved",
    expect: {
      ...(isDenied ? dead : unknown),
      counted: true,
      httpStatus: status,
      waitMs: null,
      words: new RegExp(`^${status}: ${status === 304 ? "the service gave no words" : "moved"}$`),
    },
    expectIfConverges: dead,
  };
}

const refusedByPage = (status: number): Row => ({
  name: `${status} with a page in place of JSON: said of the service, waits`,
  behave: () => answer(status, "<h1>not here</h1>"),
  ...inTrouble,
  kept: "<h1>not here</h1>",
  expect: {
    state: "retry_wait",
    outcome: "service_refused",
    counted: true,
    httpStatus: status,
    waitMs: WAIT,
    words: /not here/,
  },
});

export const ROWS: readonly Row[] = [
  ...[200, 201].map(
    (status): Row => ({
      name: `${status} with a body as in the interface: confirmed`,
      behave: () => answer(status),
      ...online,
      kept: goodOf,
      expect: confirmed(status),
    }),
  ),
  noEvidence("without a body", 204, "", /the answer is empty/),
  noEvidence("empty", 200, "", /the answer is empty/),
  noEvidence("of another shape", 200, '"done"', /the answer is not/),
  noEvidence("null", 200, "null", /the answer is not/),
  noEvidence("of a sign-in page", 200, "<html>OK</html>", /the answer is not JSON/),
  noEvidence("with an empty list", 200, "[]"),
  noEvidence("with a list of no records", 200, "[1,2]"),
  noEvidence("with a list of an empty object", 200, "[{}]"),
  noEvidence("with an empty object", 200, "{}"),
  noEvidence("with success: false", 200, '{"success":false}'),
  noEvidence("nested without end", 200, "[".repeat(50_000), /the answer is not JSON/),
  noEvidence("with more transactions than are read", 200, `[${"{},".repeat(1_000)}{}]`, /the answer is not/),
  noEvidence(
    "about another entry",
    200,
    changed([/"serialNo":"[^"]+"/, OTHER_SERIAL], ['"status":1,', ""]),
    /(serial number|not a restore result)/,
  ),
  noEvidence(
    "of another tenant",
    201,
    changed(['"tenantId":7001', '"tenantId":7002'], ['"id":1', '"id":"one"']),
    /(not of this tenant|not a restore result)/,
  ),
  noEvidence(
    "that names two serial numbers in one transaction",
    200,
    changed(['"serialNo"', `${OTHER_SERIAL},"serialNo"`], ['"id":1', '"id":1,"id":2']),
  ),
  oddEvidence(
    "with an odd field",
    changed(['"amount":11800', '"amount":"much"'], ["null", "5"]),
    /.* is odd/,
  ),
  oddEvidence(
    "that names another field twice",
    changed(['"status":1', '"status":1,"status":2'], ["null", 'null,"description":"x"']),
    /.* is odd/,
  ),
  evidence("after a byte order mark", (sent) => `\uFEFF${goodBody(sent)}`),
  evidence(
    "that names a field twice with one value",
    changed(['"tenantId":7001', '"tenantId":7001,"tenantId":7001'], ['"id":1', '"id":1,"id":1']),
  ),
  evidence(
    "with fields that the interface doesn't name",
    changed(['"tenantId"', '"more":1,"tenantId"'], ['"id"', '"more":1,"id"']),
  ),

  {
    name: "401: the whole queue pauses, nothing counted",
    behave: () => answer(401, said),
    kept: said,
    others: "wait",
    status: "sign_in_needed",
    expect: {
      state: "retry_wait",
      outcome: "sign_in_needed",
      counted: false,
      httpStatus: 401,
      waitMs: 0,
      words: words(401),
    },
  },

  ...[408, 425, 429, 503].map((status) =>
    askedToWait("with Retry-After in seconds", status, { "retry-after": "7" }, 7_000 + WAIT),
  ),
  askedToWait(
    "with Retry-After as a date by the service's own clock",
    503,
    { "retry-after": "Wed, 02 Jan 2030 10:00:20 GMT", date: "Wed, 02 Jan 2030 10:00:00 GMT" },
    20_000 + WAIT,
  ),
  askedToWait("with Retry-After that can't be read", 429, { "retry-after": "soon" }, WAIT),
  askedToWait("without Retry-After", 429, {}, WAIT),

  serverError("without Retry-After", 503),
  ...[500, 502, 504, 507].map((status) => serverError("", status)),

  answerLost("no answer in time", null, { behave: () => never, afterMs: DEFAULT_DEADLINE_MS }),
  answerLost("reset after the bytes went out", null, {
    behave: () => (outgoing) => void outgoing.socket?.resetAndDestroy(),
  }),
  answerLost("closed after the bytes went out", null, {
    behave: () => (outgoing) => void outgoing.socket?.end(),
  }),
  answerLost("half a body", 200, {
    kept: '{"id":1,',
    behave: () => (outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      outgoing.write('{"id":1,', () => void outgoing.socket?.end());
    },
  }),
  answerLost("a body that stops", 201, {
    kept: "[",
    afterMs: DEFAULT_DEADLINE_MS,
    behave: () => (outgoing) => {
      outgoing.writeHead(201, { "content-type": "application/json" });
      outgoing.write("[");
    },
  }),

  ...[400, 403, 404, 405, 409, 410, 413, 422].map(refused),
  ...[300, 301, 302, 303, 304, 305, 307, 308].map(redirected),
  ...[400, 403, 404].map(refusedByPage),
];
