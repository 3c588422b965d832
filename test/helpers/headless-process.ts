/**
 * The headless engine as other programs drive it: a child process, JSON lines in and out. Knows no test runner.
 *
 * It is started by the very Node that runs this, so that a SIGKILL reaches the engine itself and no wrapper: as it was
 * built, which starts in half the time, or from its source where out/ is of other sources. A Node that can't strip types
 * has only the built entry.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  type ChannelInput,
  type ChannelOutput,
  type EngineChannel,
  parseChannelOutput,
} from "../../contract/channels.ts";
import { built, isBuilt } from "../../scripts/lib/build.mjs";

const source = fileURLToPath(new URL("../../main/engine/headless.ts", import.meta.url));
/** The program that Node is started with. */
export const headlessProgram = process.features.typescript && !isBuilt() ? source : built.headless;

/** Hundreds are started of the same program: Node keeps what it made of it. */
const compiled = fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));

export interface Line {
  [name: string]: unknown;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Headless {
  readonly pid: number;
  /** Every line of standard output, parsed. */
  readonly lines: Line[];
  /** Standard output and error as they came. */
  readonly output: () => string;
  readonly words: () => string;
  readonly ended: Promise<Ended>;
  /** Its first line came: it takes requests. Rejects with its words where it ended before. */
  readonly ready: Promise<void>;
  write(text: string | Buffer): void;
  /** Sends a request and waits for the value of its ok reply, checked against the contract. */
  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** The reply with this id; rejects where it ends without one. */
  reply(id: unknown): Promise<Line>;
  /** The id of a request that is on its way; its reply may never come. */
  ask(channel: EngineChannel, input: unknown): number;
  events(name: string): unknown[];
  /** Ends standard input and waits for the exit. */
  finish(): Promise<Ended>;
  kill(): Promise<Ended>;
}

const isLine = (value: unknown): value is Line => typeof value === "object" && value !== null;

function parseLine(text: string): Line {
  const parsed: unknown = JSON.parse(text);
  if (!isLine(parsed)) throw new Error(`not an object on standard output: ${text}`);
  return parsed;
}

/** Starts it without waiting for anything; the caller ends it. `under`: a program that watches it, and its words. */
export function driveHeadless(
  args: string[],
  env: Record<string, string> = {},
  under: readonly string[] = [],
): Headless {
  const [program = "", ...given] = [...under, process.execPath, headlessProgram, ...args];
  const child: ChildProcessWithoutNullStreams = spawn(program, given, {
    stdio: ["pipe", "pipe", "pipe"],
    // What a runner tells its own children must not change what this one does or says.
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1", NODE_COMPILE_CACHE: compiled, ...env },
  });
  const lines: Line[] = [];
  let output = "";
  let words = "";
  let rest = "";
  let asked = 0;
  let over = false;
  /** Each waiter looks again at each line, and at the end. */
  const waiting = new Set<() => void>();
  const lookAgain = () => {
    for (const look of [...waiting]) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [...parts] = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map(parseLine));
    lookAgain();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words += text;
  });
  // A killed child's pipe breaks under what is still being written.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => {
      over = true;
      lookAgain();
      resolve({ code, signal });
    });
  });
  const wait = <T>(find: () => T | undefined, otherwise: () => Error): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && !over) return;
        waiting.delete(look);
        if (found === undefined) reject(otherwise());
        else resolve(found);
      };
      waiting.add(look);
      look();
    });
  const ready = wait(
    () => lines[0],
    () => new Error(`it ended at once: ${words}`),
  ).then(() => undefined);
  // A caller that doesn't ask whether it was ready needn't know of its end.
  ready.catch(() => undefined);
  const reply = (id: unknown): Promise<Line> =>
    wait(
      () => lines.find((line) => line.id === id && "ok" in line),
      () => new Error(`no reply to ${String(id)}; it said: ${words}`),
    );
  const ask = (channel: EngineChannel, input: unknown): number => {
    asked += 1;
    child.stdin.write(`${JSON.stringify({ id: asked, channel, input })}\n`);
    return asked;
  };
  return {
    pid: child.pid ?? 0,
    lines,
    output: () => output,
    words: () => words,
    ended,
    ready,
    write: (text) => void child.stdin.write(text),
    reply,
    ask,
    async call(channel, input) {
      const answered = await reply(ask(channel, input));
      if (answered.ok !== true) throw new Error(`${channel}: ${JSON.stringify(answered.error)}`);
      return parseChannelOutput(channel, answered.value);
    },
    events: (name) => lines.filter((line) => line.event === name).map((line) => line.payload),
    finish() {
      child.stdin.end();
      return ended;
    },
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
