/**
 * Keeps what is known of the service and the way to it, from every answer and every connection that was opened or
 * could not be. The steps themselves are connectivity's, sending's and refusals'.
 */
import type { Outcome } from "../../../../contract/channels/posting.ts";
import { OPERATIONS, type OperationKind } from "../../../../contract/operations.ts";
import type { EngineContext } from "../context.ts";
import type { Which } from "../outbox/entries.ts";
import type { RemoteResult } from "../remote/client.ts";
import type { Lanes } from "../remote/lanes.ts";
import {
  afterAnswer,
  afterHint,
  afterNoConnection,
  afterOpened,
  type Connectivity,
  lanesOf,
  pauseEndsAt,
} from "./connectivity.ts";
import { afterRefusal, type Refusals } from "./refusals.ts";
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
export interface Told {
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
  const judge = ({ entry, result, outcome }: Told): Outcome => {
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
    learn(told: Told): Outcome {
      const { result, before, startedAt } = told;
      const now = clock.now();
      if (result.kind === "no_connection") return told.outcome;
      if (result.kind === "answer") noteContact(result.date, startedAt);
      const outcome = judge(told);
      const signal = SIGNALS[outcome];
      const wasInTrouble = sending.serviceTrouble !== null;
      const harmless = OPERATIONS[told.entry.kind].repeat === "converges";
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
