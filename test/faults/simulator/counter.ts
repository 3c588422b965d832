/** One counter: the engine on its disk, started, used, closed and killed; and what its screen must be saying. */
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../../contract/channels.ts";
import { CountersideError } from "../../../contract/error.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import type { ReplyError } from "../../../contract/reply.ts";
import { HASH_COSTS } from "../../../main/engine/core/context.ts";
import { DEFAULT_DEADLINE_MS } from "../../../main/engine/core/remote/network.ts";
import { type Engine, openEngine } from "../../../main/engine/engine.ts";
import type { Chance } from "./chance.ts";
import type { Crash, Disk, Mark } from "./disk.ts";
import type { Contact, Sent } from "./exchange.ts";
import type { Memory } from "./memory.ts";
import type { Changes } from "./plants.ts";
import type { Record } from "./record.ts";
import type { Facts } from "./status-truth.ts";
import type { Timeline } from "./timeline.ts";
import { DEVICE, SERVICE_URL, TENANT, USER } from "./who.ts";
import { Wire, type WireDeps } from "./wire.ts";

const turnEnds = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Lets every promise that can go on go on, and then the engine write what it keeps for the end of its turn. */
export const settle = (): Promise<void> => turnEnds().then(turnEnds);

export type Answered<Name extends EngineChannel> =
  | { ok: true; value: ChannelOutput<Name> }
  | { ok: false; error: ReplyError };

export interface CounterDeps {
  timeline: Timeline;
  disk: Disk;
  memory: Memory;
  record: Record;
  chance: Chance;
  wire: Pick<WireDeps, "spell" | "gateway" | "land" | "onGrown">;
  planted: Changes;
  note: (words: string) => void;
  problem: (words: string) => void;
}

interface Life {
  engine: Engine;
  wire: Wire;
  alive: { is: boolean };
  closing: boolean;
}

export class Counter {
  readonly #deps: CounterDeps;
  #life: Life | null = null;
  /** The wall clock is this far from true time. */
  skew = 0;
  /** The token in the vault. */
  token: string;
  paused: boolean | null = false;
  /** How many tries somebody or something asked for out of turn. */
  nudges = 0;
  /** How often the program was started: nobody is signed in at first. */
  starts = 0;
  #signInNeeded = false;
  #closingSince = 0;
  #way: "untried" | "none" | "up" = "untried";
  /** What the service has shown itself to be. */
  #mood: Exclude<Contact, "none"> = "well";
  #lastContactAt: number | null = null;
  /** How often each body was sent, in all lives. */
  readonly #tries = new Map<string, number>();

  constructor(deps: CounterDeps, token: string) {
    this.#deps = deps;
    this.token = token;
  }

  get runs(): boolean {
    return this.#life !== null && !this.#life.closing;
  }
  /** Closing counts: what it hasn't settled yet is still under way. */
  get isGone(): boolean {
    return this.#life === null;
  }
  get signInNeeded(): boolean {
    return this.#signInNeeded;
  }
  readonly wallNow = (): number => this.#deps.timeline.now + this.skew;

  /** Starts the program; false where the disk doesn't let it. */
  start(): boolean {
    const { timeline, disk, memory, chance, note, planted } = this.#deps;
    const alive = { is: true };
    this.starts += 1;
    // A new run knows nothing of the trouble.
    this.nudges += 3;
    this.#way = "untried";
    this.#mood = "well";
    this.#lastContactAt = null;
    this.#signInNeeded = false;
    const wire = this.#newWire(alive);
    try {
      const engine = openEngine({
        profile: disk.folder,
        appVersion: "0.0.0-simulated",
        sqliteBinding: null,
        clock: {
          now: this.wallNow,
          monotonic: () => timeline.now,
          schedule: (delayMs, task) =>
            delayMs === planted.forgetsTimerMs
              ? () => undefined
              : timeline.after(delayMs, () => (alive.is ? task() : undefined)),
          dayOf: (moment) => new Date(moment).toISOString().slice(0, 10),
        },
        randomness: chance,
        log: {
          info: () => undefined,
          warn: () => undefined,
          error: (message, details) => note(`log: ${message} ${JSON.stringify(details ?? {})}`),
        },
        emit: ({ event }) => {
          if (event === "recovery.changed")
            this.#deps.problem("the file had to be recovered after a mere kill or power cut");
        },
        tokens: { [tokenKey(SERVICE_URL, TENANT)]: this.token },
        proxy: null,
        resendUnknown: false,
        hashCost: HASH_COSTS.cheap,
        connect: wire.connect,
        deadlineMs: planted.deadlineMs ?? DEFAULT_DEADLINE_MS,
        openDatabase: disk.openDatabase,
        unsentClaims: memory.open,
      });
      this.#life = { engine, wire, alive, closing: false };
      note("started");
      return true;
    } catch (error) {
      alive.is = false;
      wire.abandon();
      const code = error instanceof CountersideError ? error.code : String(error);
      const mayBe = disk.isFailing && ["storage_full", "storage_busy"].includes(code);
      if (!mayBe) this.#deps.problem(`the program can't be started: ${code}: ${String(error)}`);
      note(`could not start: ${code}`);
      return false;
    }
  }

  #newWire(alive: { is: boolean }): Wire {
    const { timeline, disk, record, chance, wire, planted } = this.#deps;
    return new Wire({
      timeline,
      chance,
      planted,
      tries: this.#tries,
      ...wire,
      wallNow: this.wallNow,
      onSend: (sent) => {
        const exchange = record.sent(sent, this.#entryInFlight(sent), disk.mark(), timeline.now, this.nudges);
        return {
          order: exchange.order,
          grew: () => record.grew(exchange),
          ended: (what, contact, status, askedMs) => {
            if (!alive.is) return;
            record.ended(exchange, what, askedMs === null ? null : timeline.now + askedMs);
            if (contact !== "none") {
              this.#way = "up";
              // In trouble, an answer that may mean either ends nothing, but a 2xx where the owner counts any.
              const mayEndServiceTrouble = status !== null && status < 300 && record.mayConfirmAny;
              if (contact !== "unclear" || this.#mood === "well" || mayEndServiceTrouble)
                this.#mood = contact;
            }
            if (status !== null) this.#lastContactAt = this.wallNow();
            if (status === 401 && sent.authorization === `Bearer ${this.token}`) this.#signInNeeded = true;
          },
        };
      },
      onLook: (reached) => {
        if (!alive.is) return;
        this.#way = reached ? "up" : "none";
      },
    });
  }

  #entryInFlight(sent: Sent): string | null {
    if (sent.origin !== new URL(SERVICE_URL).origin) return null;
    return (
      this.#deps.disk
        .reader()
        .prepare<[string], string>(
          "SELECT entry_id FROM entry WHERE state = 'in_flight' AND request_body = ?",
        )
        .pluck()
        .get(sent.body) ?? null
    );
  }

  /** Calls the engine as a screen does. A call that only a killed engine could answer is never answered. */
  async call<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Answered<Name> | null> {
    const life = this.#life;
    if (life === null || life.closing) return null;
    if (channel === "sync.now" || channel === "outbox.resend") this.nudges += 1;
    const reply = await life.engine.invoke(channel, input);
    if (reply.ok) return { ok: true, value: parseChannelOutput(channel, reply.value) };
    const { error } = reply;
    if (error.code === "internal" || (error.code.startsWith("storage_") && !this.#deps.disk.isFailing))
      this.#deps.problem(`${channel} failed: ${error.code}: ${error.message}`);
    return { ok: false, error };
  }

  /** For how long the end of the program has been waited for, or its oldest request; in milliseconds. */
  get waits(): { forEnd: number; forAnswer: number } {
    const { now } = this.#deps.timeline;
    const oldest = this.#life?.wire.oldestSentAt ?? now;
    return { forEnd: this.#life?.closing ? now - this.#closingSince : 0, forAnswer: now - oldest };
  }
  get isConnecting(): boolean {
    return this.#life?.wire.isConnecting ?? false;
  }
  hint(): void {
    this.nudges += 1;
    this.#life?.engine.hint();
  }
  breakLink(probability: number): void {
    this.#life?.wire.breakLink(probability);
  }

  /** Signs in anew; the token is in the vault whatever the engine answers, but where who works may not. */
  async signIn(token: string): Promise<void> {
    const before = this.token;
    this.token = token;
    const who = { serviceUrl: SERVICE_URL, tenantId: TENANT, userId: USER, deviceId: DEVICE };
    const reply = await this.call("connection.save", { ...who, token });
    if (reply?.ok === false && reply.error.code === "not_allowed") this.token = before;
    else if (reply !== null) this.#signInNeeded = false;
  }

  /** Ends as a person ends it: what is under way is waited for. */
  close(then: () => void): void {
    const life = this.#life;
    if (life === null || life.closing) return;
    life.closing = true;
    this.#closingSince = this.#deps.timeline.now;
    this.#deps.note("closing");
    void life.engine.close().then(() => {
      if (!life.alive.is) return;
      life.alive.is = false;
      this.#life = null;
      // On a full disk it ends with a result unwritten, and the next start knows nothing of it.
      const { disk, record, memory } = this.#deps;
      record.crashed({ happened: () => true, isOnDisk: () => true }, disk.inFlightAfterCrash());
      memory.stepDone();
      disk.closeAll();
      this.#deps.note("closed");
      then();
    });
  }

  /** Kills it in the step that began at `before`, or cuts its power. */
  async crash(kind: Crash, before: Mark): Promise<void> {
    const life = this.#life;
    if (life === null) return;
    const { disk, record, memory, chance, note } = this.#deps;
    const old = disk.folder;
    const fellAt = disk.crash(kind, before, chance);
    // Half of the kills fall right behind their last commit, before what was to follow it. Not drawn: each seed's run
    // stays what it was.
    const isBehindCommit = kind === "kill" && fellAt.frames > before.frames && fellAt.frames % 2 === 0;
    const isOnDisk = ({ salt, frames }: Mark): boolean => salt !== fellAt.salt || frames <= fellAt.frames;
    const happened = (mark: Mark): boolean =>
      isOnDisk(mark) && !(isBehindCommit && mark.salt === fellAt.salt && mark.frames === fellAt.frames);
    note(`${kind} at frame ${fellAt.frames}, the step began at ${before.frames}`);
    memory.crash(kind, happened);
    life.alive.is = false;
    life.wire.abandon();
    this.#life = null;
    const unsent = record.crashed({ happened, isOnDisk }, disk.inFlightAfterCrash());
    life.wire.takeBack(unsent);
    // Its files are let go of; what it still writes lies in a folder that nobody opens again.
    life.wire.breakLink(1);
    const closed = life.engine.close().catch(() => undefined);
    await Promise.race([closed, settle().then(settle).then(settle)]);
    disk.forget(old);
  }

  /** What the screen must be saying, from everything but the engine. */
  facts(): Pick<Facts, "paused" | "signInNeeded" | "link" | "lastContactAt"> & { open: number } {
    return {
      paused: this.paused,
      signInNeeded: this.#signInNeeded,
      link: this.#way === "up" ? this.#mood : this.#way,
      lastContactAt: this.#lastContactAt,
      open: this.#life?.wire.openCount ?? 0,
    };
  }
}
