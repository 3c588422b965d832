/**
 * The sync loop: claims what is due, sends it side by side, settles what came back, and sets one alarm for what
 * comes next. All decisions are in outcome-policy, backoff and connectivity; here are the effects.
 *
 *          wake (a posting, an alarm, a hint, an answer)
 *            │
 *   one transaction: settle every answer that came in this turn, claim for the open lanes ─▶ send ─▶ wake
 *            │                     (claims nothing while closed, paused or sign-in is needed)
 *            │ something is due, and no open lane is left for it: open one ─▶ wake
 *            │ nothing due
 *   alarm at the next due time, the end of a pause or of a "down" wait, or the next look at an idle link
 */
import { ENDPOINTS } from "../../../contract/service/endpoints.ts";
import type { Clock, Log, Randomness } from "../ports.ts";
import type { RemoteClient, RemoteResult } from "../remote/client.ts";
import type { Lanes } from "../remote/lanes.ts";
import type { Db } from "../store/file/open-database.ts";
import type { AnswerNotes } from "../store/outbox/answer-notes.ts";
import type { EntryStore } from "../store/outbox/entries.ts";
import type { EntryRow } from "../store/outbox/entry-rows.ts";
import type { UnsentClaims } from "../store/outbox/unsent-claims.ts";
import { BACKOFF_CAP_MS, backoffMs, retryAfterMs } from "./backoff.ts";
import { type Answered, type CommitBatch, createCommitBatch, nameOf } from "./commit-batch.ts";
import type { Connectivity } from "./connectivity.ts";
import { createLinkMonitor } from "./link-monitor.ts";
import type { Verdict } from "./outcome-policy.ts";
import { type Claim, judge, type NextAttempt, type Settle } from "./settle.ts";
import type { Sending } from "./trouble.ts";

/** What is told of an entry that changed. */
export type ChangedEntry = Pick<EntryRow, "entry_id" | "state" | "serial_no">;

export interface LoopDeps {
  db: Db;
  entries: EntryStore;
  unsent: Pick<UnsentClaims, "note" | "clear">;
  /** Which large answers are being read. */
  reading: Pick<AnswerNotes, "begin" | "end">;
  settle: Settle;
  /** Whether the owner counts any 2xx as confirmed. */
  confirmAny: () => boolean;
  remote: RemoteClient;
  lanes: Pick<Lanes, "idle" | "opening" | "open">;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  /** How many may be under way at a time. */
  parallel: number;
  onEntryChanged: (entry: ChangedEntry) => void;
  onStatusChanged: () => void;
  onMirrorChanged: (serialNo: string | null) => void;
  /** Called when claims are on disk, before any of them is sent. */
  onClaimed: () => void;
  /** The file refused a claim or a result. */
  onTrouble: (error: unknown) => void;
}

export type Hold = "none" | "paused" | "sign_in_needed";

export interface LoopState {
  connectivity: Connectivity;
  sending: Sending;
  hold: Hold;
  lastContactAt: number | null;
  clockDriftMs: number | null;
  inFlight: number;
}

export interface SyncLoop {
  state(): LoopState;
  /** Something may be due: a posting was written, a decision was made. */
  wake(): void;
  /** A person asks for a try now. */
  now(): void;
  /** The system says the network may be back. */
  hint(): void;
  /** The other side closed a connection over which nothing had been sent, so long after it was opened. */
  dropped(afterMs: number): void;
  setPaused(paused: boolean): void;
  /** Sends nothing, whatever else is set, until a decision about a restored backup is made. */
  setHeld(held: boolean): void;
  /** A new token, or null where there is none: ends or begins a sign-in pause. */
  setToken(token: string | null): void;
  setResendUnknown(resend: boolean): void;
  /** Takes no more work and resolves when what is in flight is settled; what takes long is cut off. */
  close(): Promise<void>;
}

/** The clock going back by more than this is a jump and not a correction. */
const CLOCK_JUMP_MS = 2_000;
/** A result that can't be written (full disk) is kept and written again after this. */
const SETTLE_AGAIN_MS = 1_000;
/** While the program ends, no more often than this: the next start finds the entry in flight and says so. */
const SETTLE_TRIES_AT_END = 5;
/** While the program ends, an answer is waited for this long. */
const PATIENCE_AT_END_MS = 4_000;

export function createSyncLoop(deps: LoopDeps): SyncLoop {
  const { db, entries, clock, randomness, log, lanes } = deps;
  let token: string | null = null;
  let signInNeeded = true;
  let paused = false;
  let held = false;
  let resendUnknown = false;
  let closed = false;
  let lastTickAt = 0;
  let linkMindedAt = 0;
  let cancelAlarm: () => void = () => undefined;
  let idle: (() => void) | null = null;
  /** Claimed and not settled yet, be it for want of an answer or for want of a disk. */
  const underWay = new Set<number>();
  let onTheWire = 0;

  const hold = (): Hold =>
    paused || held ? "paused" : signInNeeded || token === null ? "sign_in_needed" : "none";

  /** What was learned of the link must never keep a result from being written, nor end the loop. */
  const released = (release: (now: number) => number) => (): void => {
    try {
      release(clock.now());
    } catch (error) {
      log.error("waiting entries could not be released; they keep their own times", { error });
    }
  };
  const releaseBlocked = released(entries.releaseBlocked);
  /** Where the file doesn't say, it is: nothing is believed for want of a disk. */
  const isOpen = (sequence: number): boolean => {
    try {
      const state = entries.bySequence(sequence)?.state;
      return state !== "discarded" && state !== "confirmed";
    } catch (error) {
      log.warn("an entry's state could not be read", { error });
      return true;
    }
  };
  const link = createLinkMonitor({
    lanes,
    clock,
    randomness,
    parallel: deps.parallel,
    cameUp: releaseBlocked,
    troubleEnded: released(entries.releaseRefused),
    looked: () => tick(),
    isOpen,
    isOver: () => closed,
  });

  const write = createCommitBatch(db, entries, deps.settle, deps.unsent);
  /** What came back and isn't on the disk yet. */
  let answers: Answered[] = [];
  let batchAsked = false;

  /**
   * Once everything that came in this turn of the event loop is there, and with no wait: eight sockets that were
   * readable together make one transaction, and a lone answer is written as soon as ever.
   */
  const came = (answered: Answered): void => {
    answers.push(answered);
    if (batchAsked) return;
    batchAsked = true;
    setImmediate(() => {
      batchAsked = false;
      if (answers.length > 0) tick();
    });
  };

  const alarmAt = (at: number): void => {
    cancelAlarm();
    cancelAlarm = clock.schedule(Math.max(0, at - clock.now()), tick);
  };

  const nextAttempt =
    (result: RemoteResult, now: number) =>
    (verdict: Verdict, countedBefore: number): NextAttempt => {
      const wait = backoffMs(countedBefore + 1, randomness.fraction());
      switch (verdict.wait) {
        case "none":
        case "sign_in":
          return { at: now, askedMs: 0 };
        case "connection":
          // A connection that was closed just before the first byte: not at once, for the next may be as well.
          return { at: link.connectivity().kind === "down" ? link.lookAt() : now + wait, askedMs: 0 };
        case "asked": {
          const asked = result.kind === "answer" ? retryAfterMs(result.retryAfter, result.date, now) : null;
          return { at: now + (asked ?? 0) + wait, askedMs: asked ?? 0 };
        }
        case "backoff":
          return { at: now + wait, askedMs: 0 };
      }
    };

  /** The answer is known and must not be asked for again: it is kept until the disk takes it. */
  const keep = (answered: Answered, error: unknown): void => {
    log.error("a result could not be written; trying again", { error });
    deps.onTrouble(error);
    const triesAtEnd = closed ? answered.triesAtEnd + 1 : 0;
    if (triesAtEnd < SETTLE_TRIES_AT_END)
      clock.schedule(SETTLE_AGAIN_MS, () => came({ ...answered, triesAtEnd }));
    else underWay.delete(answered.claimed.entry.sequence);
  };

  /** Before an answer is learned from: a pause that it sets is by the new clock already, and stays as it is. */
  const mindTheLine = (now: number): void => {
    if (now < linkMindedAt - CLOCK_JUMP_MS) link.clockWentBack(now, linkMindedAt - now);
    linkMindedAt = now;
  };

  const send = (claimed: Claim, bearer: string): void => {
    const endpoint = ENDPOINTS[claimed.entry.kind];
    const startedAt = clock.now();
    const before = link.sending();
    underWay.add(claimed.entry.sequence);
    onTheWire += 1;
    deps.remote
      .send({
        method: endpoint.method,
        path: endpoint.path,
        body: claimed.entry.request_body,
        token: bearer,
        readsLargeAnswer: () => deps.reading.begin(nameOf(claimed)),
      })
      .catch(
        (error: unknown): RemoteResult => ({
          kind: "answer_lost",
          detail: String(error),
          status: null,
          body: null,
        }),
      )
      .then((result) => {
        onTheWire -= 1;
        const judged = judge(claimed.entry, result, deps.confirmAny);
        const { entry } = claimed;
        mindTheLine(clock.now());
        const outcome = link.learn({ entry, result, outcome: judged.outcome, before, startedAt });
        // A token that was replaced meanwhile says nothing about the new one.
        if (result.kind === "answer" && result.status === 401 && bearer === token) signInNeeded = true;
        came({ claimed, result, judged: { ...judged, outcome }, triesAtEnd: 0 });
      });
  };

  /** Claimed on the disk and not to be sent: it goes on as what no connection took. */
  const putBack = (claimed: Claim, error: unknown): void => {
    const result: RemoteResult = { kind: "no_connection", detail: String(error) };
    underWay.add(claimed.entry.sequence);
    came({ claimed, result, judged: judge(claimed.entry, result, deps.confirmAny), triesAtEnd: 0 });
  };

  /** From here on a kill may leave claims of which something was sent. Null, or why nothing may be. */
  const ready = (): unknown => {
    try {
      deps.onClaimed();
      deps.unsent.clear();
      return null;
    } catch (error) {
      log.error("what was claimed can't be sent; trying again", { error });
      return error;
    }
  };

  /** What is due and finds no open lane has one opened: nothing is claimed for a connection that may never be. */
  const openLanes = (now: number): void => {
    const { most, which } = link.allowed(now);
    const lacking = most - onTheWire - lanes.opening();
    if (lacking <= 0 || lanes.idle() > 0) return;
    const due = entries.claimable(now, lacking, which, resendUnknown).length;
    for (let n = 0; n < due; n += 1) link.open();
  };

  /** Nothing is under way: look at the link if it is time, and set the alarm. */
  const rest = (now: number, nextDue: number | null): void => {
    if (lanes.opening() > 0) return;
    link.lull();
    if (now >= link.lookAt()) {
      link.open();
      return;
    }
    const ends = [link.lookAt(), nextDue, link.pauseEnd(now)].filter((end) => end !== null);
    alarmAt(Math.min(...ends));
  };

  /** Writes one batch; where the file refuses all of it, the answers are kept. `bearer` null: nothing is claimed. */
  const writeBatch = (now: number, bearer: string | null): CommitBatch | null => {
    const free = (settled: number) => {
      const { most, which } = link.allowed(now);
      const left = bearer === null ? 0 : Math.min(most - underWay.size + settled, lanes.idle());
      return { most: Math.max(0, left), which };
    };
    if (answers.length === 0 && free(0).most === 0) return null;
    const written = answers;
    answers = [];
    try {
      return write({
        answers: written,
        now,
        resendUnknown,
        free,
        next: (result) => nextAttempt(result, now),
      });
    } catch (error) {
      for (const answered of written) keep(answered, error);
      throw error;
    }
  };

  /** What a batch wrote is sent and told, in that order: the network is slower than the screen. */
  const carryOut = ({ settled, unsettled, claims }: CommitBatch, bearer: string | null): void => {
    for (const { claimed } of settled) {
      underWay.delete(claimed.entry.sequence);
      deps.reading.end(nameOf(claimed));
    }
    const refused = claims.length > 0 ? ready() : null;
    if (bearer !== null)
      for (const claimed of claims) {
        if (refused === null) send(claimed, bearer);
        else putBack(claimed, refused);
      }
    for (const { answered, error } of unsettled) keep(answered, error);
    for (const { claimed, state, outcome } of settled) {
      deps.onEntryChanged({ ...claimed.entry, state });
      if (outcome === "accepted" || outcome === "accepted_not_understood")
        deps.onMirrorChanged(claimed.entry.serial_no);
    }
    for (const { entry } of claims) deps.onEntryChanged({ ...entry, state: "in_flight" });
  };

  const minTheClock = (now: number): void => {
    mindTheLine(now);
    // Set by a clock that stood ahead when an earlier run ended: no wait of our own is that long.
    if (lastTickAt === 0) {
      entries.releaseFarAhead(now, now + BACKOFF_CAP_MS);
      entries.measureAskedAnew(now);
    }
    if (now < lastTickAt - CLOCK_JUMP_MS) {
      // The clock went back: waits that were set by the old one would last for as long as it jumped.
      entries.releaseImpatient(now);
      // What the service asked for is kept: no less real time has passed than since the last look.
      entries.bringAskedForward(lastTickAt - now);
    }
    lastTickAt = now;
  };

  const afterRefusal = (now: number, error: unknown): void => {
    log.error("nothing could be claimed; trying again", { error });
    deps.onTrouble(error);
    // A disk in trouble says nothing of the link: what is shown of it stays true.
    if (onTheWire + lanes.opening() === 0 && now >= link.lookAt()) link.open();
    alarmAt(now + SETTLE_AGAIN_MS);
  };

  function tick(): void {
    cancelAlarm();
    const now = clock.now();
    try {
      if (!closed) minTheClock(now);
      const bearer = !closed && hold() === "none" ? token : null;
      const batch = writeBatch(now, bearer);
      if (batch !== null) carryOut(batch, bearer);
      if (batch !== null && batch.claimError !== null) throw batch.claimError;
      if (!closed) {
        const nextDue = bearer === null ? null : entries.nextDueAfter(now);
        if (bearer !== null) openLanes(now);
        if (onTheWire === 0) rest(now, nextDue);
        else if (nextDue !== null) alarmAt(nextDue);
      }
    } catch (error) {
      if (!closed) afterRefusal(now, error);
    }
    deps.onStatusChanged();
    if (closed && underWay.size === 0) idle?.();
  }

  return {
    state: () => ({ ...link.facts(), hold: hold(), inFlight: underWay.size }),
    // Not at once: a posting is acknowledged before the claim's own transaction begins.
    wake: () => alarmAt(clock.now()),
    now() {
      link.hint(clock.now());
      entries.releaseAll(clock.now());
      tick();
    },
    hint() {
      link.hint(clock.now());
      tick();
    },
    dropped: link.dropped,
    setPaused(value) {
      paused = value;
      tick();
    },
    setHeld(value) {
      held = value;
      tick();
    },
    setToken(value) {
      token = value;
      signInNeeded = value === null;
      if (value !== null) releaseBlocked();
      tick();
    },
    setResendUnknown(value) {
      resendUnknown = value;
      const changed = value ? entries.releaseUnknown(clock.now()) : entries.takeBackUnknown(clock.now());
      for (const entry of changed) deps.onEntryChanged(entry);
      tick();
    },
    close() {
      closed = true;
      cancelAlarm();
      const cancel = clock.schedule(PATIENCE_AT_END_MS, () => deps.remote.abort("the program ended"));
      return new Promise((resolve) => {
        idle = () => {
          cancel();
          resolve();
        };
        tick();
      });
    },
  };
}
