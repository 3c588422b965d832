/**
 * The headless engine as other programs drive it: a child process, JSON lines in and out.
 *
 * It is started from its source by the very Node that runs the tests: no build can be stale or missing, and
 * a SIGKILL reaches the engine itself and no wrapper. A Node that can't strip types runs the built entry.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { ChannelInput, ChannelOutput, EngineChannel } from "../../contract/channels.ts";
import { parseChannelOutput } from "../../contract/channels.ts";
import { DEVICE, TENANT, TOKEN, USER, until } from "./engine.ts";

const entry = fileURLToPath(
  new URL(
    process.features.typescript ? "../../main/engine/headless.ts" : "../../out/main/headless.js",
    import.meta.url,
  ),
);

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
  write(text: string | Buffer): void;
  /** Sends a request and waits for the value of its ok reply, checked against the contract. */
  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** The reply with this id. */
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

/** Starts it without waiting for anything; it is ended with the test. */
export function spawnHeadless(args: string[]): Headless {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [entry, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    // What the runner tells its own children must not change what this one does or says.
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1" },
  });
  const lines: Line[] = [];
  let output = "";
  let words = "";
  let rest = "";
  let asked = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const [...parts] = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map(parseLine));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words += text;
  });
  // A killed child's pipe breaks under what is still being written.
  child.stdin.on("error", () => undefined);
  let over = false;
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => {
      over = true;
      resolve({ code, signal });
    });
  });
  const kill = () => {
    child.kill("SIGKILL");
    return ended;
  };
  onTestFinished(async () => {
    await kill();
  });
  const reply = async (id: unknown): Promise<Line> => {
    const find = () => lines.find((line) => line.id === id && "ok" in line);
    await until(() => find() !== undefined || over);
    const found = find();
    if (found === undefined) throw new Error(`no reply to ${String(id)}; it said: ${words}`);
    return found;
  };
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
    kill,
  };
}

/** Starts it on a profile and waits until it is ready. */
export async function startHeadless(profile: string, ...args: string[]): Promise<Headless> {
  const engine = spawnHeadless(["--profile", profile, ...args]);
  let over = false;
  void engine.ended.then(() => {
    over = true;
  });
  await until(() => engine.lines.length > 0 || over);
  if (engine.lines.length === 0) throw new Error(`it ended at once: ${engine.words()}`);
  return engine;
}

export const connectHeadless = (engine: Headless, serviceUrl: string, token: string = TOKEN) =>
  engine.call("connection.save", { serviceUrl, tenantId: TENANT, userId: USER, token, deviceId: DEVICE });
