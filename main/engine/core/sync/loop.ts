/**
 * The sync loop: claims what is due, sends it side by side, settles what came back, and sets one alarm for what
 * comes next. What an outcome means is decided in outcome-policy, how long to wait in backoff, what is known of the link in
 * link-monitor; here are the effects.
 *
 *          wake (a posting, an alarm, a hint, an answer)
 *            │
 *   one transaction: settle every answer that came, claim for the open lanes ─▶ send ─▶ wake
 *            │                     (claims nothing while closed, paused or sign-in is needed)
 *            │ something is due, and no open lane is left for it: open one ─▶ wake
 *            │ nothing due
 *   alarm at the next due time, the end of a pause or of a "down" wait, or the next look at an idle link
 */

import type { Randomness } from "../../ports.ts";
import type { OpenFile } from "../context.ts";
import type { EntryStore } from "../outbox/entries.ts";
import type { RemoteResult } from "../remote/client.ts";
import { BACKOFF_CAP_MS, backoffMs, retryAfterMs } from "./backoff.ts";
import { type Answered, type CommitBatch, createCommitBatch, nameOf } from "./commit-batch.ts";
import { type Connectivity, createLinkMonitor, type LinkMonitor } from "./link-monitor.ts";
import type { Verdict } from "./outcome-policy.ts";
import { createSender, type LoopParts } from "./sender.ts";
import type { Sending } from "./sending.ts";
import type { NextAttempt } from "./settle.ts";

// What came back and isn't on the disk yet. It is written once a turn of the event loop brings no more of what is under
// way, and with no wait: sockets that become readable one after the other make one transaction, and a lone answer is
// written as soon as ever.

/** `onTheWire`: how many answers may still come. */
function createAnswerQueue(write: () => void, onTheWire: () => number) {
  let waiting: Answered[] = [];
  let isAsked = false;
  /** What had come when this turn began. */
  const lookAfter = (before: number): void => {
    setImmediate(() => {
      if (waiting.length > before && onTheWire() > 0) {
        lookAfter(waiting.length);
        return;
      }
      isAsked = false;
      if (waiting.length > 0) write();
    });
  };
  return {
    count: (): number => waiting.length,
    /** All of them; the caller writes them or adds them again. */
    take(): Answered[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    add(answered: Answered): void {
      waiting.push(answered);
      if (isAsked) return;
      isAsked = true;
      lookAfter(0);
    },
  };
}

// Notices that the clock went back, and corrects what was waiting by its old time.

/** The clock going back by more than this is a jump and not a correction. */
const CLOCK_JUMP_MS = 2_000;

function createClockJumps(
  entries: Pick<
    EntryStore,
    "releaseFarAhead" | "measureAskedAnew" | "releaseImpatient" | "bringAskedForward"
  >,
  link: Pick<LinkMonitor, "clockWentBack">,
) {
  let lastTickAt = 0;
  let linkMindedAt = 0;

  const mindLink = (now: number): void => {
    if (now < linkMindedAt - CLOCK_JUMP_MS) link.clockWentBack(now, linkMindedAt - now);
    linkMindedAt = now;
  };

  return {
    /** Before an answer is learned from: a pause that it sets is by the new clock already, and stays as it is. */
    mindLink,
    /** Before anything is looked for that is due. */
    mind(now: number): void {
      mindLink(now);
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
    },
  };
}

// When an entry is tried again after a result.

const nextAttempt =
  (link: Pick<LinkMonitor, "connectivity" | "lookAt">, randomness: Randomness, now: number) =>
  (result: RemoteResult) =>
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

type Hold = "none" | "paused" | "sign_in_needed" | "taken_over";

export interface LoopState {
  connectivity: Connectivity;
  sending: Sending;
  hold: Hold;
  lastContactAt: number | null;
  clockDriftMs: number | null;
  inFlight: number;
}

interface SyncLoop {
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

/** A result that can't be written (full disk) is kept and written again after this. */
const SETTLE_AGAIN_MS = 1_000;
/** While the program ends, no more often than this: the next start finds the entry in flight and says so. */
const SETTLE_TRIES_AT_END = 5;
/** While the program ends, an answer is waited for this long. */
const PATIENCE_AT_END_MS = 4_000;

export function createSyncLoop(
  file: Pick<OpenFile, "db" | "entries" | "clock" | "randomness" | "log" | "storageFailed" | "fence">,
  parts: LoopParts,
): SyncLoop {
  const { db, entries, clock, randomness, log, fence } = file;
  const { lanes } = parts;
  let token: string | null = null;
  let signInNeeded = true;
  let paused = false;
  let held = false;
  let resendUnknown = false;
  let closed = false;
  let cancelAlarm: () => void = () => undefined;
  let idle: (() => void) | null = null;

  const hold = (): Hold => {
    if (fence.taken() !== null) return "taken_over";
    if (paused || held) return "paused";
    return signInNeeded || token === null ? "sign_in_needed" : "none";
  };

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
  const link = createLinkMonitor(file, lanes, parts.parallel, {
    cameUp: releaseBlocked,
    serviceTroubleEnded: released(entries.releaseRefused),
    looked: () => tick(),
    isOpen,
    isOver: () => closed,
  });

  /** What came back and isn't on the disk yet. */
  const answers = createAnswerQueue(tick, () => sender.onTheWire());
  const jumps = createClockJumps(entries, link);
  const write = createCommitBatch(db, entries, parts.settle, parts.unsent);
  const sender = createSender(file, parts, link, {
    mindClock: jumps.mindLink,
    // A token that was replaced meanwhile says nothing about the new one.
    tokenRefused: (bearer) => {
      if (bearer === token) signInNeeded = true;
    },
    came: answers.add,
  });

  const alarmAt = (at: number): void => {
    cancelAlarm();
    cancelAlarm = clock.schedule(Math.max(0, at - clock.now()), tick);
  };

  /** The answer is known and must not be asked for again: it is kept until the disk takes it. */
  const keep = (answered: Answered, error: unknown): void => {
    log.error("a result could not be written; trying again", { error });
    file.storageFailed(error);
    const triesAtEnd = closed ? answered.triesAtEnd + 1 : 0;
    if (triesAtEnd < SETTLE_TRIES_AT_END)
      clock.schedule(SETTLE_AGAIN_MS, () => answers.add({ ...answered, triesAtEnd }));
    else sender.done(answered.claimed);
  };

  /** What is due and finds no open lane has one opened: nothing is claimed for a connection that may never be. */
  const openLanes = (now: number): void => {
    const { most, which } = link.allowed(now);
    const lacking = most - sender.onTheWire() - lanes.opening();
    if (lacking <= 0 || lanes.idle() > 0) return;
    const due = entries.claimable(now, lacking, which, resendUnknown, fence.heldUpTo()).length;
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
      const left = bearer === null ? 0 : Math.min(most - sender.underWay() + settled, lanes.idle());
      return { most: Math.max(0, left), which };
    };
    if (answers.count() === 0 && free(0).most === 0) return null;
    const written = answers.take();
    try {
      return write({
        answers: written,
        now,
        resendUnknown,
        heldUpTo: fence.heldUpTo(),
        free,
        next: nextAttempt(link, randomness, now),
      });
    } catch (error) {
      for (const answered of written) keep(answered, error);
      throw error;
    }
  };

  /** What a batch wrote is sent and reported, in that order: the network is slower than the screen. */
  const carryOut = ({ settled, unsettled, claims }: CommitBatch, bearer: string | null): void => {
    for (const { claimed } of settled) {
      sender.done(claimed);
      parts.reading.end(nameOf(claimed));
    }
    if (bearer !== null) sender.send(claims, bearer);
    for (const { answered, error } of unsettled) keep(answered, error);
    for (const { claimed, state, outcome } of settled) {
      parts.entryChanged({ ...claimed.entry, state });
      if (outcome === "accepted" || outcome === "accepted_not_understood")
        parts.mirrorChanged(claimed.entry.serial_no);
    }
    for (const { entry } of claims) parts.entryChanged({ ...entry, state: "in_flight" });
  };

  const afterRefusal = (now: number, error: unknown): void => {
    log.error("nothing could be claimed; trying again", { error });
    file.storageFailed(error);
    // A disk that fails says nothing of the link: what is shown of it stays true.
    if (sender.onTheWire() + lanes.opening() === 0 && now >= link.lookAt()) link.open();
    alarmAt(now + SETTLE_AGAIN_MS);
  };

  function tick(): void {
    cancelAlarm();
    const now = clock.now();
    try {
      if (!closed) jumps.mind(now);
      const bearer = !closed && hold() === "none" ? token : null;
      const batch = writeBatch(now, bearer);
      if (batch !== null) carryOut(batch, bearer);
      if (batch !== null && batch.claimError !== null) throw batch.claimError;
      if (!closed) {
        const nextDue = bearer === null ? null : entries.nextDueAfter(now);
        if (bearer !== null) openLanes(now);
        if (sender.onTheWire() === 0) rest(now, nextDue);
        else if (nextDue !== null) alarmAt(nextDue);
      }
    } catch (error) {
      if (!closed) afterRefusal(now, error);
    }
    parts.statusChanged();
    if (closed && sender.underWay() === 0) idle?.();
  }

  return {
    state: () => ({ ...link.facts(), hold: hold(), inFlight: sender.underWay() }),
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
      for (const entry of changed) parts.entryChanged(entry);
      tick();
    },
    close() {
      closed = true;
      cancelAlarm();
      const cancel = clock.schedule(PATIENCE_AT_END_MS, () =>
        parts.remote.abort({ code: "stopped", params: {} }),
      );
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
