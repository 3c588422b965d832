/**
 * The sync loop: claims what is due, sends it side by side, settles each result, and sets one alarm for what
 * comes next. All decisions are in outcome-policy, backoff and connectivity; here are the effects.
 *
 *          wake (a posting, an alarm, a hint, a settled result)
 *            │
 *   held? ── yes ─▶ nothing (closed, paused, sign-in needed)
 *            │ no
 *   free slots by connectivity ─▶ claim (one transaction) ─▶ send ─▶ settle (one transaction) ─▶ wake
 *            │ nothing due
 *   alarm at the next due time, the end of a "down" wait, or the next look at an idle line
 */
import { hash } from "node:crypto";
import { ENDPOINTS } from "../../../contract/service/endpoints.ts";
import type { Clock, Log, Randomness } from "../ports.ts";
import type { RemoteClient, RemoteResult } from "../remote/client.ts";
import type { EntryRow, EntryStore } from "../store/entries.ts";
import { type Db, damageFound } from "../store/open-database.ts";
import { BACKOFF_CAP_MS, backoffMs, retryAfterMs } from "./backoff.ts";
import { afterContact, afterHint, afterNoConnection, type Connectivity, slotsOf } from "./connectivity.ts";
import type { Verdict } from "./outcome-policy.ts";
import type { Claim, Settle } from "./settle.ts";

export interface LoopParts {
  db: Db;
  entries: EntryStore;
  settle: Settle;
  remote: RemoteClient;
  /** Opens and closes a connection; sends nothing. True where the service could be reached. */
  probe: () => Promise<boolean>;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  /** How many may be under way at a time. */
  parallel: number;
  onEntryChanged: (entry: EntryRow) => void;
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
  setPaused(paused: boolean): void;
  /** Sends nothing, whatever else is set, until a decision about a restored backup is made. */
  setHeld(held: boolean): void;
  /** A new token, or null where there is none: ends or begins a sign-in pause. */
  setToken(token: string | null): void;
  setResendUnknown(resend: boolean): void;
  /** Takes no more work and resolves when what is in flight is settled. */
  close(): Promise<void>;
}

/** An idle line is looked at this often, so that the pill's word stays true. */
const IDLE_LOOK_MS = 30_000;
/** The clock going back by more than this is a jump and not a correction. */
const CLOCK_JUMP_MS = 2_000;
/** A result that can't be written (full disk) is kept and written again after this. */
const SETTLE_AGAIN_MS = 1_000;
/** While the program ends, no more often than this: the next start finds the entry in flight and says so. */
const SETTLE_TRIES_AT_END = 5;

/** The last look before bytes go out: they are the ones that were frozen at entry, or the file is damaged. */
function assertFrozen(db: Db, entry: EntryRow): void {
  if (hash("sha256", entry.request_body) === entry.request_hash) return;
  throw damageFound(db.name, `the body of entry ${entry.sequence} is not the one that was written`);
}

export function createSyncLoop(parts: LoopParts): SyncLoop {
  const { db, entries, clock, randomness, log } = parts;
  let connectivity: Connectivity = { kind: "untried" };
  let token: string | null = null;
  let signInNeeded = true;
  let paused = false;
  let held = false;
  let resendUnknown = false;
  let closed = false;
  let probing = false;
  let lastContactAt: number | null = null;
  let lastSeenAt = 0;
  let lastTickAt = 0;
  let clockDriftMs: number | null = null;
  let cancelAlarm: () => void = () => undefined;
  let idle: (() => void) | null = null;
  /** Claimed and not settled yet, be it for want of an answer or for want of a disk. */
  const underWay = new Set<number>();
  let onTheWire = 0;

  const hold = (): Hold =>
    paused || held ? "paused" : signInNeeded || token === null ? "sign_in_needed" : "none";

  const claim = db.transaction((now: number, slots: number): Claim[] =>
    entries.claimable(now, slots).map((entry) => {
      assertFrozen(db, entry);
      return { entry, attemptId: entries.begin(entry.sequence, now) };
    }),
  ).immediate;

  const alarmAt = (at: number): void => {
    cancelAlarm();
    cancelAlarm = clock.schedule(Math.max(0, at - clock.now()), tick);
  };

  const noteContact = (result: Extract<RemoteResult, { kind: "answer" }>, startedAt: number): void => {
    const now = clock.now();
    lastContactAt = now;
    lastSeenAt = now;
    const serviceNow = result.date === null ? Number.NaN : Date.parse(result.date);
    // The Date header has whole seconds: half a second is the best guess of when it was written.
    if (!Number.isNaN(serviceNow)) clockDriftMs = Math.round((startedAt + now) / 2 - (serviceNow + 500));
  };

  const nextAttemptAt =
    (result: RemoteResult, now: number) =>
    (verdict: Verdict, countedBefore: number): number => {
      const wait = backoffMs(countedBefore + 1, randomness.fraction());
      switch (verdict.wait) {
        case "none":
        case "sign_in":
          return now;
        case "connection":
          return connectivity.kind === "down" ? connectivity.until : now;
        case "asked": {
          const asked = result.kind === "answer" ? retryAfterMs(result.retryAfter, result.date, now) : null;
          return now + (asked ?? 0) + wait;
        }
        case "backoff":
          return now + wait;
      }
    };

  const learn = (result: RemoteResult, before: Connectivity, startedAt: number): void => {
    const wasUp = connectivity.kind === "up";
    switch (result.kind) {
      case "no_connection":
        connectivity = afterNoConnection(connectivity, before, clock.now(), randomness.fraction());
        return;
      case "answer_lost":
        connectivity = afterContact(true);
        break;
      case "answer":
        noteContact(result, startedAt);
        connectivity = afterContact(result.status >= 500 || [408, 425, 429].includes(result.status));
        break;
    }
    if (!wasUp) entries.releaseBlocked(clock.now());
  };

  /** What was learned must never keep a result from being written, nor end the loop. */
  const orLog = (release: () => void): void => {
    try {
      release();
    } catch (error) {
      log.error("waiting entries could not be released; they keep their own times", { error: String(error) });
    }
  };

  const finish = (claimed: Claim, result: RemoteResult, triesAtEnd = 0): void => {
    try {
      const now = clock.now();
      const { outcome } = parts.settle(claimed, result, resendUnknown, now, nextAttemptAt(result, now));
      underWay.delete(claimed.entry.sequence);
      const after = entries.bySequence(claimed.entry.sequence);
      if (after !== undefined) parts.onEntryChanged(after);
      if (outcome === "accepted") parts.onMirrorChanged(claimed.entry.serial_no);
    } catch (error) {
      // The answer is known and must not be asked for again: keep it until the disk takes it.
      log.error("a result could not be written; trying again", { error: String(error) });
      parts.onTrouble(error);
      const tries = closed ? triesAtEnd + 1 : 0;
      if (tries < SETTLE_TRIES_AT_END) {
        clock.schedule(SETTLE_AGAIN_MS, () => finish(claimed, result, tries));
      } else underWay.delete(claimed.entry.sequence);
    }
    tick();
  };

  const send = (claimed: Claim, bearer: string): void => {
    const endpoint = ENDPOINTS[claimed.entry.kind];
    const startedAt = clock.now();
    const before = connectivity;
    underWay.add(claimed.entry.sequence);
    onTheWire += 1;
    parts.remote
      .send({ method: endpoint.method, path: endpoint.path, body: claimed.entry.request_body, token: bearer })
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
        orLog(() => learn(result, before, startedAt));
        // A token that was replaced meanwhile says nothing about the new one.
        if (result.kind === "answer" && result.status === 401 && bearer === token) signInNeeded = true;
        finish(claimed, result);
      });
  };

  const look = (): void => {
    if (probing) return;
    probing = true;
    const before = connectivity;
    parts
      .probe()
      .catch(() => false)
      .then((reachable) => {
        probing = false;
        if (closed) return;
        const now = clock.now();
        if (!reachable) connectivity = afterNoConnection(connectivity, before, now, randomness.fraction());
        else {
          lastSeenAt = now;
          if (connectivity.kind !== "up") {
            connectivity = afterContact(false);
            orLog(() => entries.releaseBlocked(now));
          }
        }
        tick();
      });
  };

  /** When the line should be looked at next, where no send does it anyway. */
  const lookAt = (): number => {
    switch (connectivity.kind) {
      case "untried":
        return 0;
      case "up":
        return lastSeenAt + IDLE_LOOK_MS;
      case "down":
        return connectivity.until;
    }
  };

  /** Nothing can be sent at the moment: look at the line if it is time, and set the alarm. */
  const rest = (now: number, nextDue: number | null): void => {
    if (now >= lookAt()) look();
    if (!probing) alarmAt(Math.min(lookAt(), nextDue ?? Number.POSITIVE_INFINITY));
  };

  const sendWhatIsDue = (now: number, bearer: string): void => {
    const slots = slotsOf(connectivity, now, parts.parallel, underWay.size);
    if (slots === 0) return;
    const claims = claim(now, slots);
    if (claims.length > 0) parts.onClaimed();
    for (const claimed of claims) send(claimed, bearer);
    for (const claimed of claims) parts.onEntryChanged({ ...claimed.entry, state: "in_flight" });
  };

  function tick(): void {
    cancelAlarm();
    parts.onStatusChanged();
    if (closed) {
      if (underWay.size === 0) idle?.();
      return;
    }
    const now = clock.now();
    try {
      // Set by a clock that stood ahead when an earlier run ended: no wait of our own is that long.
      if (lastTickAt === 0) {
        entries.releaseFarAhead(now, now + BACKOFF_CAP_MS);
        entries.measureAskedAnew(now);
      }
      if (now < lastTickAt - CLOCK_JUMP_MS) {
        // The clock went back: waits that were set by the old one would last for as long as it jumped.
        connectivity = afterHint(connectivity, now);
        entries.releaseImpatient(now);
        // What the service asked for is kept: no less real time has passed than since the last look.
        entries.bringAskedForward(lastTickAt - now);
        lastSeenAt = Math.min(lastSeenAt, now);
      }
      lastTickAt = now;
      const bearer = hold() === "none" ? token : null;
      if (bearer !== null) sendWhatIsDue(now, bearer);
      const nextDue = bearer === null ? null : entries.nextDueAfter(now);
      if (onTheWire === 0) rest(now, nextDue);
      else if (nextDue !== null) alarmAt(nextDue);
    } catch (error) {
      log.error("nothing could be claimed; trying again", { error: String(error) });
      parts.onTrouble(error);
      // A disk in trouble says nothing of the line: what is shown of it stays true.
      if (onTheWire === 0 && now >= lookAt()) look();
      alarmAt(now + SETTLE_AGAIN_MS);
    }
  }

  return {
    state: () => ({ connectivity, hold: hold(), lastContactAt, clockDriftMs, inFlight: underWay.size }),
    // Not at once: a posting is acknowledged before the claim's own transaction begins.
    wake: () => alarmAt(clock.now()),
    now() {
      connectivity = afterHint(connectivity, clock.now());
      entries.releaseImpatient(clock.now());
      tick();
    },
    hint() {
      connectivity = afterHint(connectivity, clock.now());
      tick();
    },
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
      if (value !== null) orLog(() => entries.releaseBlocked(clock.now()));
      tick();
    },
    setResendUnknown(value) {
      resendUnknown = value;
      if (value) for (const entry of entries.releaseUnknown(clock.now())) parts.onEntryChanged(entry);
      tick();
    },
    close() {
      closed = true;
      cancelAlarm();
      return new Promise((resolve) => {
        idle = resolve;
        tick();
      });
    },
  };
}
