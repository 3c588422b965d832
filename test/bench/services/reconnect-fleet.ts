/**
 * Counters against one service, in simulated time: real engines on real files, their network and their clock replaced by
 * the timeline. The service is out for a while and is back for all at the same moment; it carries out a bounded number of
 * requests at a time, in its own books.
 */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dispatcher } from "undici";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../../contract/operations.ts";
import type { Carrier, Connect } from "../../../main/engine/core/remote/network.ts";
import type { Engine } from "../../../main/engine/engine.ts";
import type { Randomness } from "../../../main/engine/ports.ts";
import type { ServiceAnswer } from "../../../main/practice/operations.ts";
import { Books } from "../../faults/simulator/books.ts";
import { Chance } from "../../faults/simulator/chance.ts";
import { Timeline } from "../../faults/simulator/timeline.ts";
import { invoked, openBench } from "../engine.ts";
import { typicalReturn } from "../post.ts";

export interface FleetChoices {
  seed: number;
  counters: number;
  /** Entries of each counter that wait when the service is back. */
  entries: number;
  outageMs: number;
  /** Requests that the service carries out at a time, and how long each takes. */
  lanes: number;
  serviceMs: number;
  /** Further requests wait; over this many are answered 429. */
  queue: number;
  /** From a counter to the service, one way. */
  wayMs: number;
  /** False: every wait is drawn at its mean, so that counters that failed together return together. */
  jitter: boolean;
}

export interface FleetReport {
  /** Requests that reached the service, in each second since it was back, until the last counter was drained. */
  perSecond: number[];
  /** Answered with something else than success. */
  failed: number;
  drainedAfterMs: number;
  /** From the service's return to each counter's first request. */
  firstRequestMs: number[];
}

const START = Date.parse("2026-03-01T08:00:00.000Z");
const TOKEN = "token-of-every-counter";
const IDLE_MS = 60_000;
/** Far beyond any wait of a counter's own: an entry that hasn't gone by then never goes. */
const LONGEST_MS = 60 * 60_000;
const room = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const nothing = (): undefined => undefined;

/** Lets everything that can go on go on: a turn for the promises, one for what the engine put off, one for its writes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
}

const kindOf = (method: string, path: string): OperationKind => {
  const kind = OPERATION_KINDS.find(
    (one) => OPERATIONS[one].method === method && path.endsWith(OPERATIONS[one].path),
  );
  if (kind === undefined) throw new Error(`no operation is ${method} ${path}`);
  return kind;
};

/** A service that is up or out, with so many lanes and so long a queue. */
class Service {
  isUp = true;
  backAt: number | null = null;
  readonly perSecond: number[] = [];
  failed = 0;
  readonly #choices: FleetChoices;
  readonly #timeline: Timeline;
  readonly #books: Books;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(choices: FleetChoices, timeline: Timeline) {
    this.#choices = choices;
    this.#timeline = timeline;
    this.#books = new Books(false, () => timeline.now);
    this.#books.take(TOKEN, null);
  }

  #count(): void {
    if (this.backAt === null) return;
    const second = Math.floor((this.#timeline.now - this.backAt) / 1_000);
    while (this.perSecond.length <= second) this.perSecond.push(0);
    this.perSecond[second] = (this.perSecond[second] ?? 0) + 1;
  }

  /** A request arrived; `reply` is called when it is carried out, or at once where too many wait. */
  arrived(
    kind: OperationKind,
    authorization: string,
    body: string,
    reply: (answer: ServiceAnswer) => void,
  ): void {
    const { lanes, queue, serviceMs } = this.#choices;
    this.#count();
    const work = (): void => {
      this.#busy += 1;
      this.#timeline.after(serviceMs, () => {
        this.#busy -= 1;
        const answer = this.#books.answer(kind, authorization, body);
        if (answer.status >= 300) this.failed += 1;
        reply(answer);
        this.#waiting.shift()?.();
      });
    };
    if (this.#busy < lanes) work();
    else if (this.#waiting.length < queue) this.#waiting.push(work);
    else {
      this.failed += 1;
      reply({ status: 429, headers: {}, body: '{"error":{"message":"too many"}}' });
    }
  }

  get applied(): number {
    return this.#books.appliedAfter(0).length;
  }
  close(): void {
    this.#books.close();
  }
}

/** One counter's way to the service: refused while it is out, else there and back in `wayMs` each. */
class Way implements Carrier {
  readonly #service: Service;
  readonly #timeline: Timeline;
  readonly #wayMs: number;
  firstRequestAt: number | null = null;

  constructor(service: Service, timeline: Timeline, wayMs: number) {
    this.#service = service;
    this.#timeline = timeline;
    this.#wayMs = wayMs;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      abort: nothing,
      pause: nothing,
      resume: nothing,
    };
    const kind = kindOf(options.method, options.path);
    const authorization = Object.entries(options.headers ?? {}).find(([name]) => name === "authorization");
    this.#timeline.after(this.#wayMs, () => {
      if (!this.#service.isUp) {
        const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
        handler.onResponseError?.(controller, refused);
        return;
      }
      handler.onRequestStart?.(controller, {});
      if (this.#service.backAt !== null) this.firstRequestAt ??= this.#timeline.now;
      this.#service.arrived(kind, String(authorization?.[1]), String(options.body), (answer) =>
        this.#timeline.after(this.#wayMs, () => {
          handler.onResponseStart?.(controller, answer.status, answer.headers);
          handler.onResponseData?.(controller, Buffer.from(answer.body));
          handler.onResponseEnd?.(controller, {});
        }),
      );
    });
  }

  isOpen(): boolean {
    return this.#service.isUp;
  }
  onDropped(): void {
    // It never is.
  }
  close(): void {
    // Nothing is held.
  }

  readonly connect: Connect = () =>
    new Promise((resolve) => {
      this.#timeline.after(this.#wayMs * 2, () =>
        resolve(
          this.#service.isUp
            ? { kind: "connected", carrier: this, certificate: null }
            : { kind: "not_connected", problem: "refused", detail: "connect ECONNREFUSED" },
        ),
      );
    });
}

interface Counter {
  engine: Engine;
  way: Way;
  confirmed: Set<string>;
}

function startCounter(n: number, root: string, choices: FleetChoices, of: [Service, Timeline]): Counter {
  const [service, timeline] = of;
  const way = new Way(service, timeline, choices.wayMs);
  const chance = new Chance(choices.seed, `counter ${n}`);
  const randomness: Randomness = choices.jitter ? chance : { fraction: () => 0.5, uuid: chance.uuid };
  const confirmed = new Set<string>();
  const engine = openBench(join(root, String(n)), {
    clock: {
      now: () => timeline.now,
      monotonic: () => timeline.now,
      schedule: (delayMs, task) => timeline.after(delayMs, task),
      dayOf: (moment) => new Date(moment).toISOString().slice(0, 10),
    },
    randomness,
    connect: way.connect,
    emit: (event) => {
      if (event.event === "outbox.changed" && event.payload.state === "confirmed")
        confirmed.add(event.payload.entryId);
    },
  });
  return { engine, way, confirmed };
}

/** Runs until every entry of every counter is confirmed; throws where that never comes. */
export async function runFleet(choices: FleetChoices): Promise<FleetReport> {
  const root = mkdtempSync(join(room, "counterside-fleet-"));
  const timeline = new Timeline(START);
  const service = new Service(choices, timeline);
  const fleet: Counter[] = [];
  const until = async (end: number, done: () => boolean = () => false): Promise<void> => {
    for (let next = timeline.next(); next !== null && next <= end && !done(); next = timeline.next()) {
      await timeline.step();
      await settle();
    }
    if (!done()) timeline.now = end;
  };
  try {
    for (let n = 0; n < choices.counters; n += 1) {
      const counter = startCounter(n, root, choices, [service, timeline]);
      fleet.push(counter);
      const who = { serviceUrl: "https://service.example/api", tenantId: 7001, userId: 501 + n };
      await invoked(counter.engine, "connection.save", { ...who, token: TOKEN });
    }
    await until(START + IDLE_MS);

    service.isUp = false;
    const outSince = timeline.now;
    const people = new Chance(choices.seed, "people");
    for (const { engine } of fleet)
      for (let n = 0; n < choices.entries; n += 1) {
        // The first within a second of the outage: every counter finds it out at the same time, which is the worst.
        const after = people.fraction() * (n === 0 ? 1_000 : choices.outageMs);
        timeline.after(Math.floor(after), async () => {
          await invoked(engine, "purchaseReturn.post", typicalReturn(n));
        });
      }
    await until(outSince + choices.outageMs);

    const back = timeline.now;
    service.isUp = true;
    service.backAt = back;
    const isDrained = (): boolean => fleet.every(({ confirmed }) => confirmed.size === choices.entries);
    await until(back + LONGEST_MS, isDrained);
    const all = choices.counters * choices.entries;
    if (!isDrained() || service.applied !== all)
      throw new Error(
        `${service.applied} of ${all} entries are in the books, and not every counter is drained`,
      );
    return {
      perSecond: service.perSecond,
      failed: service.failed,
      drainedAfterMs: timeline.now - back,
      firstRequestMs: fleet.map(({ way }) => (way.firstRequestAt ?? Number.NaN) - back),
    };
  } finally {
    // Closing waits for what is under way, which only the timeline can end.
    const closing = Promise.all(fleet.map(({ engine }) => engine.close()));
    await until(timeline.now + IDLE_MS);
    await closing;
    service.close();
    rmSync(root, { recursive: true, force: true });
  }
}
