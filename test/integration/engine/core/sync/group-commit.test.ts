/**
 * What is answered in one turn is settled by one commit, which also claims for the lanes that become free: every answer
 * on the disk before anybody hears of it, and none spoiled by another. The network is in hand, the file is real.
 */
import { readFileSync } from "node:fs";
import type { Dispatcher } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CountersideEvent } from "../../../../../contract/events.ts";
import type { Carrier } from "../../../../../main/engine/core/remote/network.ts";
import { type Db, openDatabase } from "../../../../../main/engine/file/database/open-database.ts";
import { connect, enter, openTestEngine, type TestEngine, until } from "../../../../helpers/engine.ts";
import { goodBody } from "../../../../helpers/http-service.ts";
import { NO_CONTROL } from "../../../../helpers/no-control.ts";

const LANES = 8;
const FRAME_HEADER = 24;

/** Keeps every request until it is asked to answer; then all that it is asked for are answered in one turn. */
class Held implements Carrier {
  readonly bodies: string[] = [];
  #isOver = false;
  #waiting: { body: string; handler: Dispatcher.DispatchHandler }[] = [];

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const body = String(options.body);
    handler.onRequestStart?.(NO_CONTROL, {});
    this.bodies.push(body);
    this.#waiting.push({ body, handler });
    if (this.#isOver) queueMicrotask(() => this.answer());
  }

  /** The engine closes only when all of it is answered. */
  end(): void {
    this.#isOver = true;
    this.answer();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  answer(most = this.#waiting.length): void {
    for (const { body, handler } of this.#waiting.splice(0, most)) {
      handler.onResponseStart?.(NO_CONTROL, 201, {});
      handler.onResponseData?.(NO_CONTROL, Buffer.from(goodBody({ kind: "purchaseReturn", body })));
      handler.onResponseEnd?.(NO_CONTROL, {});
    }
  }

  isOpen(): boolean {
    return true;
  }
  onDropped(): void {
    // It never is.
  }
  close(): void {
    // Nothing is held.
  }
}

/** How many transactions stand in the log: a frame that ends one says how large the file is then. */
function commitsIn(db: Db): number {
  const log = readFileSync(`${db.name}-wal`);
  const salt = log.toString("hex", 16, 24);
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame)
    if (log.toString("hex", at + 8, at + 16) === salt && log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

interface World {
  engine: TestEngine;
  service: Held;
  db: Db;
  states(): string[];
}

/** An engine with `entries` returns, the first of which were sent. */
async function startWorld(entries: number): Promise<World> {
  const service = new Held();
  let db: Db | null = null;
  const engine = openTestEngine({
    connect: async () => ({ kind: "connected", carrier: service, certificate: null }),
    openDatabase: (path, binding) => {
      db = openDatabase(path, binding);
      return db;
    },
  });
  onTestFinished(() => service.end());
  await connect(engine, "http://127.0.0.1:9");
  await until(async () => (await engine.call("sync.status", {})).state === "online");
  await engine.call("sync.pause", {});
  // What is taken first widens the sending to all lanes; one of these is answered at a time until then.
  const widening = entries > 1 ? LANES : 0;
  for (let n = 1; n <= widening + entries; n += 1) await enter(engine, "purchaseReturn", n);
  await engine.call("sync.resume", {});
  for (let n = 0; n < widening; n += 1) {
    await until(() => service.waiting > 0);
    service.answer(1);
    await turn();
  }
  await until(() => service.waiting === Math.min(LANES, entries));
  service.bodies.splice(0, widening);
  engine.events.splice(0);
  if (db === null) throw new Error("no file was opened");
  const file: Db = db;
  const ofRest = file
    .prepare<[number], string>("SELECT state FROM entry WHERE sequence > ? ORDER BY sequence")
    .pluck();
  const states = () => ofRest.all(widening);
  return { engine, service, db: file, states };
}

/** This turn of the event loop ends, and what was asked for its end is done; no time goes by. */
async function turn(): Promise<void> {
  for (let n = 0; n < 2; n += 1) await new Promise((done) => setImmediate(done));
}

const confirmedIn = (events: readonly CountersideEvent[]): number =>
  events.filter((one) => one.event === "outbox.changed" && one.payload.state === "confirmed").length;

describe("answers that come in one turn", () => {
  it("are settled, and the next entries claimed, by one commit", async () => {
    const { engine, service, db, states } = await startWorld(2 * LANES);
    const before = commitsIn(db);
    service.answer();
    await turn();
    expect(commitsIn(db) - before).toBe(1);
    expect(states()).toEqual([...Array(LANES).fill("confirmed"), ...Array(LANES).fill("in_flight")]);
    expect(service.waiting).toBe(LANES);
    expect(confirmedIn(engine.events)).toBe(LANES);
    service.answer();
    await turn();
    expect(states()).toEqual(Array(2 * LANES).fill("confirmed"));
    expect(new Set(service.bodies).size).toBe(service.bodies.length);
  });

  it("are gathered while each turn brings one more, and written by one commit when none comes", async () => {
    const { service, db, states } = await startWorld(2 * LANES);
    const before = commitsIn(db);
    for (let n = 0; n < 5; n += 1) {
      service.answer(1);
      await new Promise((done) => setImmediate(done));
    }
    expect(commitsIn(db) - before).toBe(0);
    await turn();
    expect(commitsIn(db) - before).toBe(1);
    expect(states().filter((state) => state === "confirmed")).toHaveLength(5);
    expect(states().filter((state) => state === "in_flight")).toHaveLength(LANES);
  });

  it("are on the disk before anything is said of them or sent", async () => {
    const { engine, service, db } = await startWorld(2 * LANES);
    const reader = openDatabase(db.name, null);
    const stateOf = reader.prepare<[string], string>("SELECT state FROM entry WHERE entry_id = ?").pluck();
    const ofBody = reader.prepare<[string], string>("SELECT state FROM entry WHERE request_body = ?").pluck();
    const early: string[] = [];
    let notified = 0;
    let sent = 0;
    Object.assign(engine.events, {
      push(event: CountersideEvent) {
        if (event.event !== "outbox.changed") return;
        notified += 1;
        const { entryId, state } = event.payload;
        if (stateOf.get(entryId) !== state) early.push(`${state} of ${entryId}`);
      },
    });
    Object.assign(service.bodies, {
      push(body: string) {
        sent += 1;
        if (ofBody.get(body) !== "in_flight") early.push("a request");
      },
    });
    service.answer();
    await turn();
    reader.close();
    expect(early).toEqual([]);
    expect([notified, sent]).toEqual([2 * LANES, LANES]);
  });

  it("are written in the turn they came in, be it one or many, without a wait", async () => {
    const { engine, service, states } = await startWorld(1);
    const at = engine.clock.now();
    service.answer();
    await turn();
    expect(states()).toEqual(["confirmed"]);
    expect(engine.clock.now()).toBe(at);
  });
});

describe("what the file refuses", () => {
  const refuse = (db: Db, what: string, condition: string, how: "ABORT" | "ROLLBACK") =>
    db.exec(`CREATE TEMP TRIGGER refused BEFORE ${what} WHEN ${condition}
      BEGIN SELECT RAISE(${how}, 'refused by the test'); END`);
  const allow = (db: Db) => db.exec("DROP TRIGGER refused");
  /** Until everything is confirmed, each entry sent once. */
  const toEnd = async ({ engine, service, db, states }: World): Promise<void> => {
    await until(() => {
      engine.clock.runUntil(engine.clock.now() + 1_000);
      service.answer();
      return states().every((state) => state === "confirmed");
    });
    expect(service.bodies).toHaveLength(states().length);
    expect(db.prepare("SELECT count(*) FROM attempt WHERE sequence > 8").pluck().get()).toBe(states().length);
  };

  it("of one answer spoils no other, and is written later", async () => {
    const world = await startWorld(2 * LANES);
    const { service, db, states } = world;
    refuse(db, "UPDATE OF answered_at ON main.document", `NEW.last_sequence = ${LANES + 3}`, "ABORT");
    service.answer();
    await turn();
    const settled = states().slice(0, LANES);
    expect(settled).toEqual(settled.map((_, index) => (index === 2 ? "in_flight" : "confirmed")));
    // Its lane isn't free: what was answered and isn't written is still under way.
    expect(states().filter((state) => state === "in_flight")).toHaveLength(LANES);
    expect(
      db.prepare("SELECT count(*) FROM attempt WHERE sequence = 11 AND ended_at IS NULL").pluck().get(),
    ).toBe(1);
    allow(db);
    await toEnd(world);
  });

  it("of the whole transaction keeps every answer, and nothing more is sent", async () => {
    const world = await startWorld(2 * LANES);
    const { engine, service, db, states } = world;
    refuse(db, "UPDATE OF answered_at ON main.document", `NEW.last_sequence = ${LANES + 3}`, "ROLLBACK");
    service.answer();
    await turn();
    expect(states()).toEqual([...Array(LANES).fill("in_flight"), ...Array(LANES).fill("pending")]);
    expect([service.waiting, confirmedIn(engine.events)]).toEqual([0, 0]);
    allow(db);
    await toEnd(world);
  });

  it("of a claim leaves what was answered settled", async () => {
    const world = await startWorld(2 * LANES);
    const { service, db, states } = world;
    refuse(db, "INSERT ON main.attempt", `NEW.sequence = ${2 * LANES + 2}`, "ABORT");
    service.answer();
    await turn();
    expect(states()).toEqual([...Array(LANES).fill("confirmed"), ...Array(LANES).fill("pending")]);
    expect(service.waiting).toBe(0);
    allow(db);
    await toEnd(world);
  });
});
