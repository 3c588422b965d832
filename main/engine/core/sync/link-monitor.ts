/**
 * Keeps what is known of the service and the way to it, from every answer and every connection that was opened or
 * could not be. The steps themselves are pure: those of the link and of refusals below, those of sending in sending.ts.
 */

import type { Outcome } from "../../../../contract/channels/posting.ts";
import { OPERATIONS, type OperationKind } from "../../../../contract/operations.ts";
import type { EngineContext } from "../context.ts";
import type { Which } from "../outbox/entries.ts";
import type { RemoteResult } from "../remote/client.ts";
import type { Lanes } from "../remote/lanes.ts";
import { probeBackoffMs, RAMP_FLOOR_MS, rampPauseMs } from "./backoff.ts";
import {
  afterAskedNow,
  afterClockSet,
  afterLull,
  afterSignal,
  NARROW,
  pauseEnd,
  type Sending,
  SIGNALS,
  sendable,
} from "./sending.ts";
import { isPage, wordsAlike } from "./service-words.ts";

// Whether a refusal is about its entry or about the service: pure.
//
// The interface shows no error codes, so what a refusal means is read from what it does: different entries that are
// refused with the same words, and nothing taken in between, are no word about any of them; nor are more than three in a
// row, whatever the words. The first of them is believed, for nothing speaks against it yet.

/** What is refused, and how. */
interface Refusal {
  sequence: number;
  /** Status and words, with all that may differ from entry to entry blanked. */
  saying: string;
  /** A page in place of JSON: what wrote it has not read the entry. */
  isPage: boolean;
  /** The entry's last answer was about the service. */
  wasAboutService: boolean;
}

/**
 * By saying, what was said since the service last took an entry; null where nothing was. By sequence: how often each
 * entry received it, and since when.
 */
export type Refusals = ReadonlyMap<string, ReadonlyMap<number, { since: number; times: number }>> | null;

/** Refused alike so often, over so long, one of two is believed: nothing may be left that could prove the contrary. */
const BELIEVED_TIMES = 3;
const BELIEVED_MS = 600_000;
/** So many entries in a row are believed, each in its own words: two servers, or an id of letters, make any number of words. */
const BELIEVED_ENTRIES = 3;

/**
 * `took`: the service took an entry in this run; everything in `now` was said after the last one. `isOpen`: an entry is
 * still to be sent, or to be decided on; what a person has settled keeps no other one waiting.
 */
export function afterRefusal(
  now: Refusals,
  refusal: Refusal,
  took: boolean,
  at: number,
  isOpen: (sequence: number) => boolean,
): { refusals: Refusals; about: "entry" | "service" } {
  const { sequence, saying } = refusal;
  if (refusal.isPage) return { refusals: now, about: "service" };
  const refusedAlike = new Map(now?.get(saying));
  const { since: firstAt, times } = refusedAlike.get(sequence) ?? { since: at, times: 0 };
  // The clock was set back since: else its ten minutes would last for as long as it jumped.
  const since = Math.min(firstAt, at);
  refusedAlike.set(sequence, { since, times: times + 1 });
  const refusals = new Map(now).set(saying, refusedAlike);
  const refused = new Set([...refusals.values()].flatMap((one) => [...one.keys()]));
  // An earlier run knew of others: where nothing speaks against it, its word holds.
  const isKnownAlike = refusal.wasAboutService && !took && (now === null || now.has(saying));
  if (refusedAlike.size === 1 && refused.size <= BELIEVED_ENTRIES && !isKnownAlike)
    return { refusals, about: "entry" };
  const open = [...refusedAlike.keys()].filter((of) => of === sequence || isOpen(of)).length;
  const isBelieved = open <= 2 && times + 1 >= BELIEVED_TIMES && at - since >= BELIEVED_MS;
  return { refusals, about: isBelieved ? "entry" : "service" };
}

// What is known of the way to the service: a pure state with pure steps.
//
//   untried ──a connection opens──▶ up ──none can be opened──▶ down(until) ──a connection opens──▶ up
//      └──────none can be opened──────────────────────────────────▲  └─none again: longer─┘
//
// While it is down nothing is sent, and one connection is tried at `until`; so however many entries wait, the service
// sees one counter probe once, and every wait has its own jitter. When it was down for long, others were too: a
// counter then begins gently, one entry at a time with pauses that shrink at each answer.

/** How far a gentle beginning has come. */
interface Ramp {
  /** Good answers since the service is back. */
  answers: number;
  /** No entry is sent before. */
  nextAt: number;
}

export type Connectivity =
  | { kind: "untried" }
  /** `failures`: what came before the last connection opened; an answer, or a second connection, forgets it. */
  | { kind: "up"; failures: number; ramp: Ramp | null }
  | { kind: "down"; since: number; failures: number; until: number };

/** Down for at least this long is an outage that others had too; a cable that was pulled is back sooner. */
const LONG_OUTAGE_MS = 60_000;

const failuresOf = (now: Connectivity): number => (now.kind === "untried" ? 0 : now.failures);

/** No connection could be opened by a try that began while `before` held, or it was closed before it was used. */
export function afterNoConnection(
  now: Connectivity,
  before: Connectivity,
  at: number,
  fraction: number,
): Connectivity {
  // Eight tries that fail together are one failure: only the first of them makes the wait longer.
  if (now.kind === "down" && now !== before) return now;
  const failures = failuresOf(now) + 1;
  const since = now.kind === "down" ? now.since : at;
  return { kind: "down", since, failures, until: at + probeBackoffMs(failures, fraction) };
}

/** A connection was opened at `at`. */
export function afterOpened(now: Connectivity, at: number): Connectivity {
  switch (now.kind) {
    case "untried":
      return { kind: "up", failures: 0, ramp: null };
    case "up":
      return now.failures === 0 ? now : { ...now, failures: 0 };
    case "down": {
      const ramp = at - now.since < LONG_OUTAGE_MS ? null : { answers: 0, nextAt: at };
      return { kind: "up", failures: now.failures, ramp };
    }
  }
}

/** The service answered at `at`; `inTrouble` where it asked to wait or failed. */
export function afterAnswer(now: Connectivity, inTrouble: boolean, at: number): Connectivity {
  if (now.kind !== "up") return afterAnswer(afterOpened(now, at), inTrouble, at);
  return { kind: "up", failures: 0, ramp: now.ramp === null ? null : rampAfter(now.ramp, inTrouble, at) };
}

function rampAfter(ramp: Ramp, inTrouble: boolean, at: number): Ramp | null {
  const pause = rampPauseMs(ramp.answers);
  if (pause < RAMP_FLOOR_MS) return null;
  // A service in trouble is given no more than before.
  return { answers: ramp.answers + (inTrouble ? 0 : 1), nextAt: at + pause };
}

/**
 * A person, or the system's hint that the network came back, asks for a try now: it was this counter's own link, so
 * there is nobody to be gentle for.
 */
export function afterHint(now: Connectivity, at: number): Connectivity {
  switch (now.kind) {
    case "untried":
      return now;
    case "down":
      return { ...now, since: at, until: at };
    case "up":
      return now.ramp === null ? now : { ...now, ramp: null };
  }
}

/** How many connections may be under way or being opened at the moment. */
export function lanesOf(now: Connectivity, at: number, most: number): number {
  switch (now.kind) {
    case "up":
      if (now.ramp === null) return most;
      return at < now.ramp.nextAt ? 0 : 1;
    case "untried":
      return 1;
    case "down":
      return at < now.until ? 0 : 1;
  }
}

/** When the pause of a gentle beginning ends, or null where there is none at `at`. */
export const pauseEndsAt = (now: Connectivity, at: number): number | null =>
  now.kind === "up" && now.ramp !== null && now.ramp.nextAt > at ? now.ramp.nextAt : null;

/** What follows from what was learned of the link. */
interface Learned {
  /** The service was reached, and before it wasn't. */
  cameUp: () => void;
  /** The service took an entry, and before it was in trouble. */
  serviceTroubleEnded: () => void;
  /** A connection was opened, or could not be. */
  looked: () => void;
  /** Whether an entry is still to be sent, or to be decided on. */
  isOpen: (sequence: number) => boolean;
  /** Nobody asks any more, and the file may be closed. */
  isOver: () => boolean;
}

/** An entry that was sent, and what was known then. */
interface Tried {
  entry: { sequence: number; kind: OperationKind; last_outcome: Outcome | null };
  result: RemoteResult;
  /** What the result is by itself. */
  outcome: Outcome;
  before: Sending;
  startedAt: number;
}

/** An idle link is looked at this often, so that the pill's word stays true. */
const IDLE_LOOK_MS = 30_000;
/** A connection that is closed unused within this was none. */
const DROPPED_MS = 1_000;

export type LinkMonitor = ReturnType<typeof createLinkMonitor>;

/** `parallel`: how many connections there may be. */
export function createLinkMonitor(
  { clock, randomness }: Pick<EngineContext, "clock" | "randomness">,
  lanes: Pick<Lanes, "open" | "opening">,
  parallel: number,
  learned: Learned,
) {
  let connectivity: Connectivity = { kind: "untried" };
  let sending: Sending = NARROW;
  let refusals: Refusals = null;
  /** The service took an entry in this run. */
  let took = false;
  let lastContactAt: number | null = null;
  let lastSeenAt = 0;
  let clockDriftMs: number | null = null;

  const noteContact = (date: string | null, startedAt: number): void => {
    const now = clock.now();
    lastContactAt = now;
    lastSeenAt = now;
    const serviceNow = date === null ? Number.NaN : Date.parse(date);
    // The Date header has whole seconds: half a second is the best guess of when it was written.
    if (!Number.isNaN(serviceNow)) clockDriftMs = Math.round((startedAt + now) / 2 - (serviceNow + 500));
  };

  /** The outcome, once it is known whether a refusal is about its entry. */
  const judge = ({ entry, result, outcome }: Tried): Outcome => {
    if ((outcome !== "refused" && outcome !== "redirected") || result.kind !== "answer") return outcome;
    const refusal = {
      sequence: entry.sequence,
      saying: wordsAlike(result.status, result.body),
      // A redirect comes with a page from the service itself, too.
      isPage: outcome === "refused" && isPage(result.body, result.unread !== undefined),
      wasAboutService: entry.last_outcome === "service_refused",
    };
    const judged = afterRefusal(refusals, refusal, took, clock.now(), learned.isOpen);
    refusals = judged.refusals;
    return judged.about === "service" ? "service_refused" : outcome;
  };

  return {
    connectivity: (): Connectivity => connectivity,
    sending: (): Sending => sending,
    facts: () => ({ connectivity, sending, lastContactAt, clockDriftMs }),
    /** How many may be under way, and which may go. */
    allowed(now: number): { most: number; which: Which } {
      const { most, which } = sendable(sending, now);
      return { most: Math.min(most, lanesOf(connectivity, now, parallel)), which };
    },
    /** When the link should be looked at next, where no send does it anyway; or when a pause ends. */
    lookAt(): number {
      switch (connectivity.kind) {
        case "untried":
          return 0;
        case "up":
          return pauseEndsAt(connectivity, clock.now()) ?? lastSeenAt + IDLE_LOOK_MS;
        case "down":
          return connectivity.until;
      }
    },
    pauseEnd: (now: number): number | null => pauseEnd(sending, now),
    /** From the result of a send; returns the outcome that it has in this light. */
    learn(tried: Tried): Outcome {
      const { result, before, startedAt } = tried;
      const now = clock.now();
      if (result.kind === "no_connection") return tried.outcome;
      if (result.kind === "answer") noteContact(result.date, startedAt);
      const outcome = judge(tried);
      const signal = SIGNALS[outcome];
      const wasInTrouble = sending.serviceTrouble !== null;
      const harmless = OPERATIONS[tried.entry.kind].repeat === "converges";
      sending = afterSignal(sending, before, signal, now, randomness.fraction(), harmless);
      connectivity = afterAnswer(connectivity, sending.serviceTrouble !== null, now);
      if (signal === "evidence") {
        refusals = null;
        took = true;
        if (wasInTrouble) learned.serviceTroubleEnded();
      }
      return outcome;
    },
    /** Nothing is under way, and nothing could be claimed. */
    lull(): void {
      sending = afterLull(sending);
    },
    /** A person, or the system, says that a try now may go well. */
    hint(now: number): void {
      connectivity = afterHint(connectivity, now);
      sending = afterAskedNow(sending, now);
    },
    clockWentBack(now: number, byMs: number): void {
      connectivity = afterHint(connectivity, now);
      sending = afterClockSet(sending, -byMs);
      lastSeenAt = Math.min(lastSeenAt, now);
    },
    /** The other side closed a connection over which nothing had been sent, so long after it was opened. */
    dropped(afterMs: number): void {
      const now = clock.now();
      if (learned.isOver() || connectivity.kind !== "up") return;
      // A clock that was set back in between says nothing.
      if (afterMs < 0 || afterMs > DROPPED_MS) return;
      connectivity = afterNoConnection(connectivity, connectivity, now, randomness.fraction());
      learned.looked();
    },
    /** Opens a connection: a look at an idle link, or the way for an entry that is due. */
    open(): void {
      const before = connectivity;
      void lanes.open().then((isOpen) => {
        if (learned.isOver()) return;
        const now = clock.now();
        const wasUp = connectivity.kind === "up";
        if (!isOpen) connectivity = afterNoConnection(connectivity, before, now, randomness.fraction());
        else {
          lastSeenAt = now;
          connectivity = afterOpened(connectivity, now);
          if (!wasUp) learned.cameUp();
        }
        learned.looked();
      });
    },
  };
}
