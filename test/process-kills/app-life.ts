/** One life of the whole app: its engine is killed first, and the app itself a while after it has started another. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  parseChannelOutput,
} from "../../contract/channels.ts";
import type { Reply } from "../../contract/reply.ts";
import { launchApp } from "../../scripts/lib/app/launch-app.mjs";
import { type Decided, type LifeChoices, SERVICE_SETTLES_MS, signInWith } from "./headless-life.ts";
import { type Counter, decideUnknown, postMany, returnWithNote } from "./posting.ts";

/** Children and theirs, by the system's own list. Linux only. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== null) parents.set(Number(name), parent);
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found.slice(1);
}

/** What the system tells of a process; empty where it ended between the listing and the reading. */
function procText(pid: number, file: "stat" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function parentOf(pid: number): number | null {
  const parent = procText(pid, "stat").split(") ").at(-1)?.split(" ")[1];
  return parent === undefined ? null : Number(parent);
}

/** Neither gone nor waiting to be: a process that ended stays listed until its parent asks. */
const isAlive = (pid: number): boolean => !/^$|\) Z /.test(procText(pid, "stat"));

/** Processes of Node's own kind below Electron: in a real connection that is the engine alone. */
const enginesOf = (pid: number): number[] =>
  descendantsOf(pid).filter((child) => procText(child, "cmdline").includes("node.mojom.NodeService"));

/** The counter behind the app's window. */
export function windowCounter(page: Awaited<ReturnType<typeof launchApp>>["page"]) {
  const call = async <Name extends ChannelName>(
    channel: Name,
    input: ChannelInput<Name>,
  ): Promise<ChannelOutput<Name>> => {
    // Not by its own type: all inputs together are more than the compiler spells out.
    const asked: readonly [string, unknown] = [channel, input];
    const reply: Reply<unknown> = await page.evaluate(
      ([name, given]) => Reflect.apply(window.counterside.invoke, null, [name, given]),
      asked,
    );
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
    return parseChannelOutput(channel, reply.value);
  };
  const counter: Counter = {
    post: (note) => call("purchaseReturn.post", returnWithNote(note)).catch(() => null),
    unknown: async () => (await call("outbox.list", { states: ["outcome_unknown"], limit: 1_000 })).entries,
    resend: async (entryId) => void (await call("outbox.resend", { entryId })),
    markRecorded: async (entryId, evidence) =>
      void (await call("outbox.markRecorded", { entryId, evidence })),
  };
  return { call, counter };
}

/** Ends the process and waits until it and all below it are gone: only then nobody writes any more. */
async function killWhole(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  const all = [pid, ...descendantsOf(pid)];
  process.kill(pid, "SIGKILL");
  while (all.some(isAlive)) await sleep(5);
}

export interface AppLifeChoices extends LifeChoices {
  engineAfterMs: number;
  appAfterMs: number;
  /** Called at each of the two kills, while nothing writes. */
  killed: (victim: "engineInApp" | "app") => void;
}

/** Throws where the app doesn't start, or doesn't start its engine again. */
export async function appLife(choices: AppLifeChoices): Promise<Decided> {
  const decided: Decided = { resent: 0, marked: 0 };
  const { app, page } = await launchApp(choices.profile, {
    env: { XDG_RUNTIME_DIR: choices.runtimeFolder },
  });
  // Asked for while it lives: Playwright forgets a killed app's process.
  const pid = app.process().pid ?? 0;
  const { call, counter } = windowCounter(page);
  const { deviceId: _kept, ...signIn } = signInWith(choices.service);
  const work = async (postings: number) => {
    const posting = postMany(counter, choices.notes, postings, 40);
    await sleep(SERVICE_SETTLES_MS);
    const more = await decideUnknown(counter, choices.inBooks);
    decided.resent += more.resent;
    decided.marked += more.marked;
    await posting;
  };
  try {
    await page.waitForFunction(() => "counterside" in window);
    await call("connection.save", { ...signIn, remember: false });
    const first = work(Math.ceil(choices.postings / 2)).catch(() => undefined);
    await sleep(choices.engineAfterMs);
    // The app is held still, so that it can't start another engine while the files are looked at.
    process.kill(pid, "SIGSTOP");
    const engines = enginesOf(pid);
    if (engines.length === 0) throw new Error("the app has no engine that could be killed");
    for (const engine of engines) process.kill(engine, "SIGKILL");
    while (engines.some(isAlive)) await sleep(2);
    choices.killed("engineInApp");
    process.kill(pid, "SIGCONT");
    await first;
    for (let tries = 0; ; tries += 1) {
      if (await call("sync.status", {}).then(Boolean, () => false)) break;
      if (tries > 200) throw new Error("the app did not start its engine again within ten seconds");
      await sleep(50);
    }
    const second = work(Math.floor(choices.postings / 2)).catch(() => undefined);
    await sleep(choices.appAfterMs);
    await killWhole(pid);
    choices.killed("app");
    await second;
    return decided;
  } finally {
    await killWhole(pid);
  }
}
