/**
 * The engine in plain Node: the same channels as JSON lines on standard input and output, for other programs,
 * for support and for tests. Nothing but JSON lines goes to standard output; words go to standard error.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseExactJson } from "../../contract/exact-json.ts";
import { CountersideError, type ErrorCode } from "../../contract/reply.ts";
import { ExactNumber } from "../../contract/values.ts";
import { APP_VERSION } from "./app-version.ts";
import { openEngine } from "./engine.ts";
import { linesOf, MAX_LINE_BYTES } from "./lines.ts";
import { type Log, systemClock, systemRandomness } from "./ports.ts";

const USAGE = `Counterside's engine without a window.

  npm run -s headless -- --profile DIR [--resend-unknown]

  --profile DIR       the profile folder; made where it is missing
  --resend-unknown    send unknown outcomes again by itself, for a service that is known to merge repeats
  --help              this text

Standard input takes one JSON object a line:   {"id":1,"channel":"sync.status","input":{}}
Standard output gives one JSON object a line: replies with the same id, and events.
When standard input ends, what is in flight is finished and the program exits with 0.`;

const say = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const told = (level: string) => (message: string, details?: Record<string, unknown>) =>
  void process.stderr.write(
    `${level}: ${message}${details === undefined ? "" : ` ${JSON.stringify(details)}`}\n`,
  );
const log: Log = { info: () => undefined, warn: told("warning"), error: told("error") };

const fail = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

function readArguments(): { profile: string; resendUnknown: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        profile: { type: "string" },
        "resend-unknown": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      process.stderr.write(`${USAGE}\n`);
      process.exit(0);
    }
    if (values.profile === undefined || values.profile === "")
      return fail("Name the profile folder: --profile DIR (see --help).");
    return { profile: resolve(values.profile), resendUnknown: values["resend-unknown"] };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)} (see --help)`);
  }
}

type Asked = { id: unknown; channel: string; input: unknown };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** An id is given back as it came, where JSON can hold it. */
const idOf = (value: unknown): unknown =>
  typeof value === "string" || typeof value === "number"
    ? value
    : value instanceof ExactNumber
      ? Number(value.text)
      : null;

function readAsked(text: string): Asked {
  let parsed: unknown;
  try {
    parsed = parseExactJson(text);
  } catch (error) {
    throw new CountersideError(
      "not_json",
      `The line is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ""}`,
    );
  }
  if (!isPlain(parsed))
    throw new CountersideError(
      "not_json",
      'The line is not an object such as {"id":1,"channel":"sync.status","input":{}}.',
    );
  const id = idOf(parsed.id);
  if (typeof parsed.channel !== "string")
    throw new CountersideError("invalid_input", "channel: names no channel", {
      id,
      issues: [{ field: "channel", reason: "required" }],
    });
  return { id, channel: parsed.channel, input: parsed.input ?? {} };
}

const refuse = (id: unknown, code: ErrorCode, message: string, details: Record<string, unknown> = {}): void =>
  say({ id, ok: false, error: { code, message, details } });

async function main(): Promise<void> {
  const { profile, resendUnknown } = readArguments();
  const engine = (() => {
    try {
      return openEngine({
        ...{ profile, resendUnknown, appVersion: APP_VERSION, log, emit: say, tokens: {}, proxy: null },
        ...{
          sqliteBinding: process.env.COUNTERSIDE_SQLITE_BINDING ?? null,
          clock: systemClock,
          randomness: systemRandomness,
        },
      });
    } catch (error) {
      if (error instanceof CountersideError) return fail(error.message);
      throw error;
    }
  })();
  say({ event: "engine.ready", payload: { pid: process.pid } });

  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= engine.close();
    return stopping;
  };
  const stopOnSignal = (): void => void stop().then(() => process.exit(0));
  process.on("SIGTERM", stopOnSignal);
  process.on("SIGINT", stopOnSignal);
  // A reader that went away is an end of input, not a crash.
  process.stdout.on("error", stopOnSignal);

  const answer = async (asked: Asked): Promise<void> => {
    const reply = await engine.invoke(asked.channel, asked.input);
    say({ id: asked.id, ...reply });
  };
  const answering = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin)) {
    if (line.kind === "too_long") refuse(null, "too_large", `A line is longer than ${MAX_LINE_BYTES} bytes.`);
    else if (line.kind === "not_utf8") refuse(null, "not_json", "The line is not UTF-8.");
    else if (line.text.trim() !== "") {
      try {
        const turn = answer(readAsked(line.text));
        answering.add(turn);
        void turn.finally(() => answering.delete(turn));
      } catch (error) {
        if (!(error instanceof CountersideError)) throw error;
        refuse(error.details.id ?? null, error.code, error.message, error.details);
      }
    }
  }
  await Promise.all(answering);
  await stop();
  // Standard output may be a pipe: leave only when all of it is written.
  process.stdout.write("", () => process.exit(0));
}

await main();
