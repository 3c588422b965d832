/**
 * The engine in plain Node: the same channels as JSON lines on standard input and output, for other programs,
 * for support and for tests. Nothing but JSON lines goes to standard output; words go to standard error.
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ANOTHER_PROGRAM } from "../../contract/call.ts";
import { type FixedCounters, NO_FIXED_COUNTERS } from "../../contract/channels/policy.ts";
import { channelOf, type EngineChannel, isEngineChannel } from "../../contract/channels.ts";
import type { ErrorDetails } from "../../contract/english.ts";
import { CountersideError, errorReply, invalidField, replyOf } from "../../contract/error.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import { parseExactJson, printExactJson } from "../../contract/exact-json.ts";
import type { Reply } from "../../contract/reply.ts";
import { ExactNumber } from "../../contract/values.ts";
import manifest from "../../package.json" with { type: "json" };
import { messageOf } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { unsentClaimsIn } from "./core/outbox/unsent-claims.ts";
import { type EngineOptions, openEngine } from "./engine.ts";
import { verifyThreadBeside } from "./file/backups/verify.ts";
import { closeProfile, makeForOwnerOnly } from "./file/database/own-modes.ts";
import { endProcess } from "./file/place/place.ts";
import { type Line, linesOf, MAX_LINE_BYTES, printReply } from "./lines.ts";
import { systemClock, systemRandomness } from "./ports.ts";

const USAGE = `Counterside's engine without a window.

  npm run -s headless -- --profile DIR [--resend-unknown | --status | --verify [--shop-key-file FILE]]

  --profile DIR       the profile folder; made where it is missing
  --resend-unknown    send unknown outcomes again by itself, for a service that is known to merge repeats
  --status            print what needs a person, as one JSON object, and end with 0 (nothing), 1 (something) or
                      2 (the profile can't be read); nothing is opened, locked or changed
  --verify            read every page of the connection's file and of its newest backup; answers likewise
  --shop-key-file FILE  with --verify: the owner's key, by which the counter's newest backup in the shop folder (one that
                      needs no key) is fetched and read as well
  --help              this text

Standard input takes one JSON object a line:   {"id":1,"channel":"sync.status","input":{}}
Standard output gives one JSON object a line: replies with the same id, and events.
When standard input ends, what is in flight is waited for (four seconds at most), a last backup is made (thirty at most) and
the program exits with 0.`;

const say = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

/** An id as JSON text, exactly as it was asked with: its digits may be more than a number holds. */
type IdText = string;
const sayReply = (id: IdText, reply: Reply<unknown>): void =>
  void process.stdout.write(`{"id":${id},${printReply(reply).slice(1)}\n`);
/** The person who runs it reads the words themselves; nothing here is written into a file. */
const errorsAsText = (_: string, value: unknown) => (value instanceof Error ? String(value) : value);
const printed = (level: string) => (message: string, details?: Record<string, unknown>) =>
  void process.stderr.write(
    `${level}: ${message}${details === undefined ? "" : ` ${JSON.stringify(details, errorsAsText)}`}\n`,
  );
const log: Log = { info: () => undefined, warn: printed("warning"), error: printed("error") };

const fail = (sentence: string, code = 1): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

type Task = "run" | "status" | "verify";

interface Words {
  profile: string;
  resendUnknown: boolean;
  task: Task;
  shopKeyFile: string | null;
}

function readArguments(words: readonly string[]): Words {
  // A monitor takes 1 as the profile's own answer.
  const wrong = (sentence: string): never =>
    fail(sentence, /--(?:status|verify)\b/.test(words.join(" ")) ? 2 : 1);
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        profile: { type: "string" },
        "resend-unknown": { type: "boolean", default: false },
        status: { type: "boolean", default: false },
        verify: { type: "boolean", default: false },
        "shop-key-file": { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      process.stderr.write(`${USAGE}\n`);
      process.exit(0);
    }
    if (values.profile === undefined || values.profile === "")
      return wrong("Name the profile folder: --profile DIR (see --help).");
    if (values.status && values.verify) return wrong("Either --status or --verify (see --help).");
    const shopKeyFile = values["shop-key-file"] ?? null;
    if (shopKeyFile !== null && !values.verify)
      return wrong("--shop-key-file goes with --verify (see --help).");
    return {
      shopKeyFile,
      profile: resolve(values.profile),
      resendUnknown: values["resend-unknown"],
      task: values.status ? "status" : values.verify ? "verify" : "run",
    };
  } catch (error) {
    return wrong(`${messageOf(error)} (see --help)`);
  }
}

/** How long the end of the input waits for a place that gives no answer, and then for the words about it. */
const PLACE_MS_AT_END = 5_000;
const SAID_MS_AT_END = 1_000;
const atMost = (ms: number, task: Promise<unknown>): Promise<unknown> =>
  Promise.race([task, new Promise<void>((done) => void systemClock.schedule(ms, done))]);

type Asked = { id: IdText; channel: string; input: unknown };
type Unasked = { id: IdText; error: CountersideError };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

const idOf = (value: unknown): IdText =>
  typeof value === "string" || typeof value === "number" || value instanceof ExactNumber
    ? printExactJson(value)
    : "null";

const notJson = (details: ErrorDetails["not_json"]): Unasked => ({
  id: "null",
  error: new CountersideError("not_json", details),
});

function readAsked(text: string): Asked | Unasked {
  let parsed: unknown;
  try {
    parsed = parseExactJson(text);
  } catch (error) {
    return notJson({ reason: "broken", said: messageOf(error).slice(0, 200) });
  }
  if (!isPlain(parsed)) return notJson({ reason: "not_an_object" });
  const id = idOf(parsed.id);
  if (parsed.channel === undefined) return { id, error: invalidField("channel", "required") };
  if (typeof parsed.channel !== "string")
    return { id, error: invalidField("channel", "wrong_type", { expected: "string" }) };
  return { id, channel: parsed.channel, input: parsed.input ?? {} };
}

const readLine = (line: Line): Asked | Unasked | null => {
  switch (line.kind) {
    case "too_long":
      return {
        id: "null",
        error: new CountersideError("too_large", { reason: "line", most: MAX_LINE_BYTES }),
      };
    case "not_utf8":
      return notJson({ reason: "not_utf8" });
    case "line":
      return line.text.trim() === "" ? null : readAsked(line.text);
  }
};

/** The first line is "engine.ready"; what the engine tells while it opens waits for it. */
function createTeller(): { emit: (event: CountersideEvent) => void; ready: () => void } {
  let early: CountersideEvent[] | null = [];
  return {
    emit: (event) => (early === null ? say(event) : void early.push(event)),
    ready() {
      say({ event: "engine.ready", payload: { pid: process.pid } });
      for (const event of early ?? []) say(event);
      early = null;
    },
  };
}

/** Another binding only where this Node can't load the packaged one. */
const bindingOfNode = (): string | null =>
  Number(process.versions.napi ?? "0") < 10 ? (process.env.COUNTERSIDE_SQLITE_BINDING ?? null) : null;

/** Standard output may be a pipe: leaves only when all of it is written. */
const leave = (code: number): void => void process.stdout.write("", () => endProcess(code));

async function lookFromOutside(
  task: "status" | "verify",
  profile: string,
  sqliteBinding: string | null,
  shopKeyFile: string | null,
  fixed: FixedCounters,
): Promise<void> {
  const { statusFromOutside, verifyFromOutside } = await import("./subjects/counters/status/outside.ts");
  const outside = { profile, sqliteBinding, version: manifest.version, now: systemClock.now() };
  const further =
    shopKeyFile === null
      ? {}
      : {
          shopBackup: (await import("./subjects/counters/backups/drill-outside.ts")).drillFromOutside(
            shopKeyFile,
            fixed,
          ),
        };
  const { exit, said } =
    task === "status" ? statusFromOutside(outside) : await verifyFromOutside(outside, further);
  say(said);
  leave(exit);
}

/** What the owner's policy file decides, where the installed program runs it. */
export interface DecidedByPolicy extends Pick<EngineOptions, "fixed" | "fixedCounters" | "deadlineMs"> {
  /** Throws `policy_fixed` or `policy_unusable` for a call against it. */
  guard(channel: EngineChannel, input: unknown): void;
}

/** Does what the words of the command line ask for, and ends the process. */
export async function runHeadless(
  words: readonly string[],
  sqliteBinding: string | null,
  { guard, ...decided }: DecidedByPolicy = { guard: () => undefined },
): Promise<void> {
  makeForOwnerOnly();
  const { profile, resendUnknown, task, shopKeyFile } = readArguments(words);
  if (task !== "run")
    return lookFromOutside(
      task,
      profile,
      sqliteBinding,
      shopKeyFile,
      decided.fixedCounters ?? NO_FIXED_COUNTERS,
    );
  const teller = createTeller();
  const engine = (() => {
    try {
      return openEngine({
        profile,
        resendUnknown,
        appVersion: manifest.version,
        log,
        emit: teller.emit,
        tokens: {},
        proxy: null,
        staysRefused: true,
        automaticBackups: true,
        verifyThread: verifyThreadBeside(import.meta.url),
        sqliteBinding,
        clock: systemClock,
        randomness: systemRandomness,
        unsentClaims: unsentClaimsIn(process.env.XDG_RUNTIME_DIR, log),
        ...decided,
      });
    } catch (error) {
      if (error instanceof CountersideError) return fail(error.message);
      throw error;
    }
  })();

  closeProfile(profile, log);

  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= engine.close();
    return stopping;
  };
  const stopOnSignal = (): void => void stop().then(() => endProcess(0));
  process.on("SIGTERM", stopOnSignal);
  process.on("SIGINT", stopOnSignal);
  // A reader that went away is an end of input, not a crash.
  process.stdout.on("error", stopOnSignal);
  // Only now: who reads this may end the engine at once.
  teller.ready();

  const answer = async ({ id, channel, input }: Asked): Promise<void> => {
    try {
      if (isEngineChannel(channel)) guard(channel, input);
    } catch (error) {
      return sayReply(id, { ok: false, error: errorReply(error, () => log.error("a call", { error })) });
    }
    sayReply(id, await engine.invoke(channel, input, { id, from: ANOTHER_PROGRAM }));
  };
  const answering = new Set<Promise<void>>();
  /** Of the shop folder, whose place may never answer. */
  const atPlace = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin)) {
    const asked = readLine(line);
    if (asked === null) continue;
    if ("error" in asked) {
      sayReply(asked.id, { ok: false, error: replyOf(asked.error) });
      continue;
    }
    const turn = answer(asked);
    const among = asked.channel.startsWith("shopFolder.") ? atPlace : answering;
    among.add(turn);
    void turn.finally(() => among.delete(turn));
    // What is asked after a change of the connection means the new one.
    if (channelOf(asked.channel)?.does === "reconnects") await turn;
  }
  await Promise.all(answering);
  await atMost(PLACE_MS_AT_END, Promise.all(atPlace));
  await stop();
  // What was cut off is answered so.
  await atMost(SAID_MS_AT_END, Promise.all(atPlace));
  leave(0);
}

// In the installed program the main process calls it.
if (process.versions.electron === undefined) void runHeadless(process.argv.slice(2), bindingOfNode());
