/**
 * The crash test. A second engine on a separate folder writes entries and is killed at a random moment, again
 * and again; then a last one opens the folder and everything that was acknowledged must be there, byte for
 * byte. It proves that what the program wrote is there after it was killed. It proves nothing of the disk or
 * of a power cut: the system keeps what a killed process gave it.
 */
import { hash } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { THE_PROGRAM } from "../../contract/call.ts";
import { NO_FIXED_COUNTERS } from "../../contract/channels/policy.ts";
import type { DrillResult } from "../../contract/channels/support.ts";
import { CHANNELS, type ChannelInput, type EngineChannel } from "../../contract/channels.ts";
import { receivedError, valueIn } from "../../contract/error.ts";
import { readEngineMessage } from "../../contract/process-messages.ts";
import type { Reply } from "../../contract/reply.ts";
import { NO_FIXED_RIGHTS } from "../../contract/rights.ts";
import { removeFolder } from "../lib/whole-file.ts";
import type { ChildProcess, InitEngine, StartChild } from "./engine/engine-host.ts";

const KILLS = 3;
const HANDS = 6;
/** A kill comes up to so much after an acknowledgement: anywhere in the writing of the next ones. */
const KILL_WITHIN_MS = 3;
/** The discard port of this computer: nobody listens, and nothing is sent before a token is given. */
const NOWHERE = "http://127.0.0.1:9";

interface DrillDeps {
  startChild: StartChild;
  profile: string;
  appVersion: string;
  sqliteBinding: string | null;
  /** From 0 up to but not including 1. */
  random: () => number;
  /** Resolves after so many milliseconds; after 0 as soon as what is under way was sent. */
  later: (ms: number) => Promise<void>;
  killHard: (pid: number) => void;
}

interface Written {
  entryId: string;
  note: string;
}

const answerOf = (reply: Reply<unknown> | null): unknown => {
  if (reply === null) throw new Error("The drill's engine ended by itself.");
  return valueIn(reply);
};

/** Asks for about `count` entries at most and kills the engine a moment after some of them are acknowledged. */
async function writeUntilKilled(
  engine: DrillEngine,
  round: number,
  count: number,
  deps: DrillDeps,
): Promise<{ written: Written[]; asked: number }> {
  const written: Written[] = [];
  const killAfter = 1 + Math.floor(deps.random() * (count - 1));
  let killed: Promise<void> | null = null;
  let isOver = false;
  let next = 0;
  const killSoon = async (): Promise<void> => {
    await deps.later(Math.floor(deps.random() * KILL_WITHIN_MS));
    isOver = true;
    await engine.kill();
  };
  const one = async (n: number): Promise<void> => {
    const note = `drill ${round}.${n} ${"x".repeat(Math.floor(deps.random() * 2_000))}`;
    const reply = await engine.call("purchaseReturn.post", {
      currencyId: "YER",
      storeId: 1,
      supplierAccountId: 1,
      cashOrBankAccountId: 1,
      note,
      lines: [{ productId: 1, measureUnitId: 1, price: "1", quantity: "1" }],
    });
    if (reply === null && isOver) return;
    const { entryId } = CHANNELS["purchaseReturn.post"].output.parse(answerOf(reply));
    written.push({ entryId, note });
    if (written.length !== killAfter) return;
    killed = killSoon();
    // It is waited for below, when the hands are at rest.
    killed.catch(() => undefined);
  };
  // A few at a time, each new one when another is acknowledged, until it is killed: some are always under way then.
  const hand = async (): Promise<void> => {
    while (!isOver) await one(next++);
  };
  try {
    await Promise.all(Array.from({ length: HANDS }, hand));
  } finally {
    // Also where an entry was refused: nothing of the drill stays behind.
    await (killed ?? engine.kill());
  }
  return { written, asked: next };
}

async function isThere(engine: DrillEngine, { entryId, note }: Written): Promise<boolean> {
  const reply = await engine.call("outbox.get", { entryId });
  if (reply === null || !reply.ok) return false;
  const { requestBody, requestHash } = CHANNELS["outbox.get"].output.parse(reply.value);
  return hash("sha256", requestBody) === requestHash && requestBody.includes(note);
}

/** Runs it. Throws a storage code where the disk doesn't take the drill's own files. */
async function runDrill(deps: DrillDeps, entries: number): Promise<DrillResult> {
  // What a drill left that was cut off itself.
  for (const name of await readdir(deps.profile))
    if (/^drill-\w{6}$/.test(name)) await removeFolder(join(deps.profile, name));
  const folder = await mkdtemp(join(deps.profile, "drill-"));
  const start = () =>
    startDrillEngine(
      deps.startChild,
      {
        type: "init",
        profile: folder,
        appVersion: deps.appVersion,
        sqliteBinding: deps.sqliteBinding,
        tokens: {},
        proxy: null,
        fixed: NO_FIXED_RIGHTS,
        fixedCounters: NO_FIXED_COUNTERS,
        placeSecrets: {},
      },
      deps.killHard,
    );
  try {
    const written: Written[] = [];
    let asked = 0;
    const aRound = Math.ceil(entries / KILLS);
    for (let round = 0; round < KILLS; round += 1) {
      const engine = await start();
      if (round === 0)
        answerOf(await engine.call("connection.save", { serviceUrl: NOWHERE, tenantId: 1, userId: 1 }));
      const done = await writeUntilKilled(engine, round, aRound, deps);
      asked += done.asked;
      written.push(...done.written);
    }
    const last = await start();
    let found = 0;
    for (const each of written) if (await isThere(last, each)) found += 1;
    const { chainIntact } = CHANNELS["audit.list"].output.parse(
      answerOf(await last.call("audit.list", { limit: 1 })),
    );
    await last.stop();
    const acknowledged = written.length;
    return { kills: KILLS, asked, acknowledged, found, lost: acknowledged - found, chainIntact };
  } finally {
    await removeFolder(folder);
  }
}

/** One at a time, however often it is asked for. */
export function createDrill(
  deps: DrillDeps,
): (call: unknown, wish: { entries: number }) => Promise<DrillResult> {
  let running: Promise<DrillResult> | null = null;
  return (_, { entries }) => {
    running ??= runDrill(deps, entries).finally(() => {
      running = null;
    });
    return running;
  };
}

// An engine of the drill's own: started on a folder, asked over messages, killed without a warning.

interface DrillEngine {
  /** Null where it ended before it answered. */
  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<Reply<unknown> | null>;
  /** SIGKILL: no handler runs. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to finish. */
  stop(): Promise<void>;
}

/** Starts one and waits until it is ready. Throws where it can't start, with the engine's own code where it gave one. */
async function startDrillEngine(
  startChild: StartChild,
  init: InitEngine,
  killHard: (pid: number) => void,
): Promise<DrillEngine> {
  const waiting = new Map<number, (reply: Reply<unknown> | null) => void>();
  let nextId = 1;
  let pid = 0;
  let isEnded = false;
  let child: ChildProcess | null = null;
  const ready = new Promise<void>((done, failed) => {
    child = startChild((data) => {
      const message = readEngineMessage(data);
      if (message?.type === "ready") {
        pid = message.pid;
        done();
      } else if (message?.type === "failed") {
        failed(receivedError(message.error));
      } else if (message?.type === "reply") {
        waiting.get(message.id)?.(message.reply);
        waiting.delete(message.id);
      }
    });
    child.ended.then(() => {
      isEnded = true;
      failed(new Error("The drill's engine ended before it was ready."));
      for (const settle of waiting.values()) settle(null);
      waiting.clear();
    }, failed);
  });
  const running = child as ChildProcess | null;
  if (running === null) throw new Error("The drill's engine was not started.");
  running.send(init);
  await ready;
  return {
    call: (channel, input) =>
      new Promise((settle) => {
        if (isEnded) return settle(null);
        const id = nextId++;
        waiting.set(id, settle);
        running.send({ type: "invoke", id, channel, input, from: THE_PROGRAM });
      }),
    async kill() {
      if (!isEnded) killHard(pid);
      await running.ended;
    },
    async stop() {
      running.send({ type: "stop" });
      await running.ended;
    },
  };
}
