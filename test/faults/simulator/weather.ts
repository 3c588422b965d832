/** What the link and the service are like at the moment, and what that does to one request. Data and pure draws. */
import type { Repeat } from "../../../contract/operations.ts";
import { DEFAULT_DEADLINE_MS } from "../../../main/engine/core/remote/network.ts";
import type { Chance } from "./chance.ts";
import { STRANGE, type StrangeKind } from "./strange-answers.ts";

export const SPELLS = ["good", "down", "bad", "failing", "refusing", "odd", "mixed", "outage"] as const;
export type SpellKind = (typeof SPELLS)[number];

/** Ways not to get a connection, in the network's own words, and how long each takes to say so. */
const NO_CONNECTION = [
  { code: "ECONNREFUSED", message: "connect ECONNREFUSED 192.0.2.1:443", least: 1, most: 200 },
  { code: "ENOTFOUND", message: "getaddrinfo ENOTFOUND service.example", least: 2, most: 5_000 },
  { code: "ENETUNREACH", message: "connect ENETUNREACH 192.0.2.1:443", least: 1, most: 20 },
  { code: "UND_ERR_CONNECT_TIMEOUT", message: "Connect Timeout Error", least: 10_000, most: 10_000 },
  { code: "ERR_SSL_WRONG_VERSION_NUMBER", message: "wrong version number", least: 20, most: 900 },
  { code: "CERT_HAS_EXPIRED", message: "certificate has expired", least: 20, most: 900 },
  // Through a proxy: it can't be reached, or doesn't open the way.
  { code: "PROXY", message: "connect ECONNREFUSED 192.0.2.9:3128", least: 1, most: 200, isProxys: true },
  {
    code: "PROXY",
    message: "the proxy answered 502 to CONNECT service.example:443",
    least: 5,
    most: 9_000,
    isProxys: true,
  },
] as const satisfies readonly NoConnection[];
export interface NoConnection {
  code: string;
  message: string;
  least: number;
  most: number;
  /** It is the proxy that fails, and not the service or the way to it. */
  isProxys?: true;
}

export interface Spell {
  kind: SpellKind;
  /** How connections fail where the link is down. */
  failure: NoConnection;
  /** What every request gets in an outage. */
  outage: (typeof OUTAGES)[number];
  lastsMs: number;
}

/** What becomes of one request. Times are in milliseconds from when it was sent. */
export type Fate =
  | { type: "no_connection"; failure: NoConnection; endsAt: number }
  /** No answer: the request was lost, or the books were written, in time or after the counter gave up. */
  | { type: "lost"; landsAt: number | null; how: "reset" | "closed" | "timeout"; endsAt: number }
  /**
   * The service's own answer; a repeated request reaches it twice, a repeated answer comes twice. `answerAgain`: once
   * more over the same connection, so long after it.
   */
  | {
      type: "answer";
      landsAt: number;
      endsAt: number;
      requestTwice: boolean;
      answerTwice: boolean;
      answerAgain: number | null;
    }
  /** The books were written, and the answer breaks off. */
  | { type: "half"; landsAt: number; endsAt: number }
  /** A success by its status that is odd, or not about what was sent; a large one pauses in its middle. */
  | { type: "strange"; landsAt: number | null; endsAt: number; kind: StrangeKind; pausesMs: number | null }
  /** Something else answers, before or after the books were written. */
  | {
      type: "instead";
      landsAt: number | null;
      endsAt: number;
      status: number;
      headers: Record<string, string>;
      body: string;
    };

const MINUTE = 60_000;
/** How long the counter waits for an answer. */
const GIVES_UP_MS = DEFAULT_DEADLINE_MS;
/** Longer than any counter waits. */
const DRIPS_MS = 15 * MINUTE;

const PAGE = "<html><h1>Try again later</h1></html>";
/** What a gateway says of whatever comes, while the service behind it is out. */
const OUTAGES = [
  { status: 502, body: PAGE },
  { status: 503, body: '{"error":"no server is available"}' },
  { status: 404, body: '{"error":"no route matches"}' },
  { status: 404, body: PAGE },
] as const;

const SPELL_WEIGHTS = [
  [44, { kind: "good", mean: null }],
  [18, { kind: "down", mean: 15 * MINUTE }],
  [14, { kind: "bad", mean: 10 * MINUTE }],
  [12, { kind: "failing", mean: 8 * MINUTE }],
  [4, { kind: "refusing", mean: 4 * MINUTE }],
  [14, { kind: "odd", mean: 6 * MINUTE }],
  [6, { kind: "mixed", mean: 10 * MINUTE }],
  [8, { kind: "outage", mean: 12 * MINUTE }],
] as const;

/** `goodMs`: how long all goes well where it does, in the mean. */
export function nextSpell(chance: Chance, goodMs: number): Spell {
  const { kind, mean } = chance.weighted<{ kind: SpellKind; mean: number | null }>(SPELL_WEIGHTS);
  const [failure, outage] = [chance.pick(NO_CONNECTION), chance.pick(OUTAGES)];
  return { kind, failure, outage, lastsMs: chance.wait(mean ?? goodMs) };
}

export const FAIR: Spell = {
  kind: "good",
  failure: NO_CONNECTION[0],
  outage: OUTAGES[0],
  lastsMs: Number.POSITIVE_INFINITY,
};

/** True where a connection can be made. */
export const isReachable = (spell: Spell): boolean => spell.kind !== "down";

const WORDS = '{"error":{"message":"not today"}}';

/** Statuses that mean "not carried out" by HTTP's own word. */
const REFUSALS = [400, 403, 404, 405, 409, 410, 413, 422] as const;
const REDIRECTS = [301, 302, 303, 307, 308] as const;
/** Statuses that say nothing of what was done. */
const FAILURES = [500, 502, 503, 504, 507, 599] as const;

export interface FateContext {
  repeat: Repeat;
  /** The service's own time, for its Date header. */
  now: number;
}

/** Draws what becomes of a request that is sent in this spell. */
export function fateOf(spell: Spell, context: FateContext, chance: Chance): Fate {
  const landsAt = chance.between(10, 200);
  const endsAt = landsAt + chance.between(10, 400);
  const answered = { type: "answer", landsAt, endsAt, requestTwice: false, answerTwice: false } as const;
  const well = (): Fate => ({ ...answered, answerAgain: null });
  switch (spell.kind) {
    case "good":
      return chance.weighted<() => Fate>([
        [94, well],
        [2, () => twice(context, landsAt, endsAt)],
        [2, () => ({ ...answered, endsAt: endsAt * 40, answerAgain: null })],
        [2, () => ({ ...answered, answerTwice: true, answerAgain: null })],
        [3, () => ({ ...answered, answerAgain: chance.between(1, 600) })],
      ])();
    // Over a connection that was open before: what is written gets lost.
    case "down":
      return { type: "lost", landsAt: null, how: chance.pick(["reset", "timeout"]), endsAt: GIVES_UP_MS };
    case "bad":
      return chance.weighted<() => Fate>([
        [10, () => ({ type: "no_connection", failure: CLOSED_UNUSED, endsAt: chance.between(0, 2) })],
        [12, () => ({ type: "lost", landsAt: null, how: chance.pick(["reset", "closed"]), endsAt })],
        [16, () => ({ type: "lost", landsAt, how: chance.pick(["reset", "closed"]), endsAt })],
        [8, () => ({ type: "lost", landsAt, how: "timeout", endsAt: GIVES_UP_MS })],
        [4, () => ({ type: "lost", landsAt: null, how: "timeout", endsAt: GIVES_UP_MS })],
        [
          6,
          () => ({
            type: "lost",
            landsAt: GIVES_UP_MS + chance.between(1, 40_000),
            how: "timeout",
            endsAt: GIVES_UP_MS,
          }),
        ],
        [10, () => ({ type: "half", landsAt, endsAt })],
        // Piece after piece, and never all of it.
        [4, () => ({ type: "lost", landsAt, how: "timeout", endsAt: DRIPS_MS })],
        [6, () => twice(context, landsAt, endsAt)],
        [18, well],
      ])();
    case "failing":
      return chance.weighted<() => Fate>([
        [40, () => failure(landsAt, endsAt, chance)],
        [35, () => asksToWait(endsAt, context, chance)],
        [25, well],
      ])();
    case "refusing":
      return chance.weighted<() => Fate>([
        [50, () => instead(null, endsAt, chance.pick(REFUSALS), {}, WORDS)],
        [
          15,
          () =>
            instead(
              null,
              endsAt,
              chance.pick(REDIRECTS),
              { location: "https://elsewhere.example/" },
              "moved",
            ),
        ],
        [10, () => instead(null, endsAt, 401, {}, WORDS)],
        [25, well],
      ])();
    case "odd":
      return chance.weighted<() => Fate>([
        [80, () => strange(landsAt, endsAt, chance)],
        [20, well],
      ])();
    case "outage": {
      const { status, body } = spell.outage;
      const isLanding = status >= 500 && chance.happens(0.3);
      return instead(isLanding ? landsAt : null, endsAt, status, {}, body);
    }
    case "mixed":
      return fateOf(
        { ...spell, kind: chance.pick(["good", "bad", "failing", "refusing", "odd"] as const) },
        context,
        chance,
      );
  }
}

const instead = (
  landsAt: number | null,
  endsAt: number,
  status: number,
  headers: Record<string, string>,
  body: string,
): Fate => ({ type: "instead", landsAt, endsAt, status, headers, body });

/** The other side closed it just before the first byte was written. */
const CLOSED_UNUSED: NoConnection = {
  code: "UND_ERR_SOCKET",
  message: "the connection was closed",
  least: 0,
  most: 2,
};

/** Something on the way sends it again: never a return, as HTTP forbids it of what forwards (RFC 9110, 9.2.2). */
const twice = ({ repeat }: FateContext, landsAt: number, endsAt: number): Fate => ({
  type: "answer",
  landsAt,
  endsAt,
  answerTwice: false,
  answerAgain: null,
  requestTwice: repeat === "converges",
});

const failure = (landsAt: number, endsAt: number, chance: Chance): Fate =>
  instead(chance.happens(0.5) ? landsAt : null, endsAt, chance.pick(FAILURES), {}, WORDS);

/** Where the service asks to wait it has done nothing. A 503 does so only with a Retry-After. */
function asksToWait(endsAt: number, { now }: FateContext, chance: Chance): Fate {
  const status = chance.pick([408, 425, 429, 503] as const);
  const seconds = chance.between(1, 600);
  const date = new Date(now).toUTCString();
  const headers = chance.weighted<Record<string, string>>([
    [2, { "retry-after": String(seconds), date }],
    [1, { "retry-after": new Date(now + seconds * 1_000).toUTCString(), date }],
    [status === 503 ? 0 : 1, { date }],
  ]);
  return instead(null, endsAt, status, headers, WORDS);
}

/** Foreign rows can be recognised only in an answer that is evidence: they are drawn more often than the rest, and so are serials. */
const DRAWN: readonly StrangeKind[] = [...STRANGE, "foreign_rows", "foreign_rows", "other_serial"];

/** A success by its status, whether or not the books were written. */
function strange(landsAt: number, endsAt: number, chance: Chance): Fate {
  const lands = chance.happens(0.6) ? landsAt : null;
  const kind = chance.pick(DRAWN);
  const pausesMs = kind === "too_large" ? chance.between(1_000, 90_000) : null;
  return { type: "strange", landsAt: lands, endsAt, kind, pausesMs };
}
