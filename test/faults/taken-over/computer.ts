/** One computer of the simulated shop: a whole engine on a profile, that sleeps, is killed, dies, and is started again. */
import { cpSync } from "node:fs";
import { inspect } from "node:util";
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../../contract/channels.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { HASH_COSTS } from "../../../main/engine/core/context.ts";
import { type Engine, openEngine } from "../../../main/engine/engine.ts";
import { during } from "../several-counters/at-work.ts";
import { connectTo, type Network } from "../several-counters/network.ts";
import type { Books } from "../simulator/books.ts";
import type { Chance } from "../simulator/chance.ts";
import { type Answered, settle } from "../simulator/counter.ts";
import type { Timeline } from "../simulator/timeline.ts";
import type { Link, SharedFolder } from "./shared-folder.ts";

export const SERVICE = "https://one.example";
export const TENANT = 7001;
/** Any path: the folder is not on a disk. */
const PLACE = "/the/shop/folder";

interface ComputerDeps {
  n: number;
  profile: string;
  timeline: Timeline;
  chance: Chance;
  books: Books;
  folder: SharedFolder;
  problem: (words: string) => void;
  /** Called as a request goes out. */
  sends: (computer: Computer, body: string) => void;
}

export type Entries = ChannelOutput<"outbox.list">["entries"];

export class Computer {
  readonly n: number;
  profile: string;
  network: Network = "good";
  link: Link = "good";
  /** Gone for good, whatever happens. */
  isGone = false;
  /** As it was seen last. */
  isFenced = false;
  device: string | null = null;
  entries: Entries = [];
  readonly #deps: ComputerDeps;
  #engine: Engine | null = null;
  #alive = { is: false };
  #lives = 0;
  /** What the engine noted last: an answer of an unexpected error says nothing of it. */
  #failed = "";
  #isAsleep = false;
  #sleptMs = 0;
  #fellAsleepAt = 0;
  #postponed: (() => void)[] = [];

  constructor(deps: ComputerDeps) {
    this.#deps = deps;
    this.n = deps.n;
    this.profile = deps.profile;
  }

  get isOn(): boolean {
    return this.#engine !== null;
  }
  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  start(): void {
    const { timeline, chance, books, folder, problem, sends } = this.#deps;
    const alive = { is: true };
    this.#alive = alive;
    const when = (task: () => void) => (): void => {
      if (!alive.is) return;
      if (this.#isAsleep) this.#postponed.push(task);
      else task();
    };
    try {
      this.#engine = openEngine({
        profile: this.profile,
        appVersion: "0.0.0-simulated",
        sqliteBinding: null,
        clock: {
          now: () => timeline.now,
          // As on systems whose monotonic clock stops while they sleep.
          monotonic: () => timeline.now - this.#sleptMs,
          // A clock of the system counts whole milliseconds.
          schedule: (delayMs, task) => timeline.after(Math.ceil(delayMs), when(task)),
          dayOf: (moment) => new Date(moment).toISOString().slice(0, 10),
        },
        randomness: chance,
        log: {
          info: () => undefined,
          warn: () => undefined,
          error: (words, details) => {
            this.#failed = `${words}: ${inspect(details?.error)}`;
          },
        },
        emit: () => undefined,
        tokens: { [tokenKey(SERVICE, String(TENANT))]: "token" },
        proxy: null,
        resendUnknown: false,
        automaticBackups: false,
        staysRefused: true,
        hashCost: HASH_COSTS.cheap,
        openShopPlace: async () => folder.placeFor(() => (alive.is ? this.link : "away"), chance),
        connect: connectTo({
          timeline,
          books: [books],
          services: [SERVICE],
          network: () => (alive.is && !this.#isAsleep ? this.network : "away"),
          sends: (_, body) => sends(this, body),
        }),
      });
    } catch (error) {
      problem(`stuck: computer ${this.n} can't be started: ${String(error)}`);
    }
  }

  sleep(): void {
    if (this.#isAsleep) return;
    this.#isAsleep = true;
    this.#fellAsleepAt = this.#deps.timeline.now;
  }
  wake(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#sleptMs += this.#deps.timeline.now - this.#fellAsleepAt;
    for (const task of this.#postponed.splice(0)) task();
  }

  /** Waits for the work, while simulated time goes on. */
  during<T>(work: Promise<T>): Promise<T> {
    const { timeline, problem } = this.#deps;
    return during(work, {
      timeline,
      idleTurns: 12,
      longestMs: 24 * 3_600_000,
      step: () => timeline.step(),
      stuck: () => problem(`stuck: computer ${this.n} gives no answer`),
    });
  }

  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<Answered<Name> | null> {
    return this.during(this.ask(channel, input));
  }

  /** The same; who asks lets time go on. */
  async ask<Name extends EngineChannel>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<Answered<Name> | null> {
    if (this.#engine === null || this.#isAsleep) return null;
    const reply = await this.#engine.invoke(channel, input);
    if (reply.ok) return { ok: true, value: parseChannelOutput(channel, reply.value) };
    const { error } = reply;
    if (error.code === "internal")
      this.#deps.problem(`${channel} failed on computer ${this.n}: ${error.message} ${this.#failed}`);
    return { ok: false, error };
  }

  /** Begins something, and is killed in the midst of it. */
  async killedDuring<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<void> {
    if (this.#engine === null || this.#isAsleep) return;
    const { timeline, chance } = this.#deps;
    const asked = this.#engine.invoke(channel, input);
    asked.catch(() => undefined);
    for (let steps = chance.between(0, 12); steps > 0; steps -= 1) {
      for (let turns = chance.between(1, 30); turns > 0; turns -= 1) await settle();
      await timeline.step();
    }
    this.kill();
    this.start();
  }

  async nameFolder(recipient: string): Promise<void> {
    await this.call("shopFolder.set", { place: PLACE });
    await this.call("shopFolder.configure", { recipient, name: `counter ${this.n}` });
  }

  async connect(): Promise<void> {
    const input = { serviceUrl: SERVICE, tenantId: TENANT, userId: 501, token: "token" };
    await this.call("connection.save", input);
    await this.look();
  }

  /** What its screen shows. */
  async look(): Promise<void> {
    const connection = await this.call("connection.get", {});
    if (connection?.ok !== true || connection.value === null) return;
    this.device = connection.value.deviceId.toLowerCase();
    const status = await this.call("sync.status", {});
    if (status?.ok === true) this.isFenced = status.value.state === "taken_over";
    const listed = await this.call("outbox.list", { limit: 1_000 });
    if (listed?.ok === true) this.entries = listed.value.entries;
  }

  /** The files as they are at this instant are all that is left; what the killed engine still does reaches nobody. */
  kill(): void {
    const engine = this.#engine;
    if (engine === null) return;
    this.wake();
    const left = this.profile;
    this.#lives += 1;
    this.profile = `${this.#deps.profile}-life-${this.#lives}`;
    cpSync(left, this.profile, { recursive: true });
    this.#alive.is = false;
    this.#engine = null;
    engine.close().catch(() => undefined);
  }

  async end(): Promise<void> {
    this.wake();
    const engine = this.#engine;
    this.#engine = null;
    if (engine !== null) await this.during(engine.close());
    this.#alive.is = false;
  }
}
