/** Runs the stand-in service in its own process and knows whether it listens. */
import type { Settings } from "../../../contract/channels/shell.ts";
import {
  type FromPractice,
  readPracticeMessage,
  type ToPractice,
} from "../../../contract/process-messages.ts";
import { CountersideError } from "../../../contract/reply.ts";
import { type ChildProcess, type StartChild, stopWithin } from "../engine/child-process.ts";
import type { Log } from "../log/log.ts";
import { within } from "../within.ts";

const STOP_GRACE_MS = 3_000;
const ANSWER_WITHIN_MS = 20_000;

export type PracticeState = Extract<FromPractice, { type: "state" }>;

export interface PracticeHost {
  /** Starts it unless it runs, on the port of last time where that is free; answers once it listens. */
  start(): Promise<PracticeState>;
  /** Names its shop in a language, and writes the reference data anew. */
  name(language: Settings["language"]): Promise<PracticeState>;
  /** Makes it listen, or not; its books stay. */
  setUp(up: boolean): Promise<PracticeState>;
  /** What it said last; null while it doesn't run. */
  state(): PracticeState | null;
  stop(): Promise<void>;
}

export interface PracticeHostDeps {
  startChild: StartChild;
  folder: string;
  sqliteBinding: string | null;
  language: () => Settings["language"];
  /** It ended by itself. */
  stopped: () => void;
  log: Log;
}

/** Makes the host; nothing runs before `start`. */
export function createPracticeHost({
  startChild,
  folder,
  sqliteBinding,
  language,
  stopped,
  log,
}: PracticeHostDeps): PracticeHost {
  let child: ChildProcess | null = null;
  let last: PracticeState | null = null;
  let waiting: ((message: FromPractice) => void)[] = [];

  const answerWaiting = (message: FromPractice) => {
    const answered = waiting;
    waiting = [];
    for (const settle of answered) settle(message);
  };

  const nextAnswer = async (send: () => void): Promise<PracticeState> => {
    const answer = new Promise<FromPractice>((settle) => waiting.push(settle));
    send();
    const message = await within(ANSWER_WITHIN_MS, answer, () => ({
      type: "failed" as const,
      message: "it did not answer in time",
    }));
    if (message.type === "state") return message;
    throw new CountersideError("internal", `The practice service can't run: ${message.message}`);
  };

  const onMessage = (data: unknown) => {
    const message = readPracticeMessage(data);
    if (message === null) {
      log.error("The practice service said something that was not agreed on");
      return;
    }
    if (message.type === "state") last = message;
    else log.error("The practice service failed", { error: message.message });
    answerWaiting(message);
  };

  const watchEnd = async (mine: ChildProcess) => {
    const code = await mine.ended;
    if (child !== mine) return;
    child = null;
    last = null;
    log.warn("The practice service ended by itself", { code });
    answerWaiting({ type: "failed", message: `it ended with code ${code}` });
    stopped();
  };

  const post = (message: ToPractice) => child?.send(message);

  return {
    start: async () => {
      if (child !== null && last !== null) return last;
      return nextAnswer(() => {
        if (child !== null) return;
        const mine = startChild(onMessage);
        child = mine;
        post({ type: "init", folder, port: 0, sqliteBinding, language: language() });
        watchEnd(mine).catch((error: unknown) =>
          log.error("The practice service's end was missed", { error }),
        );
      });
    },
    name: async (named) => nextAnswer(() => post({ type: "name", language: named })),
    setUp: async (up) => nextAnswer(() => post({ type: "setUp", up })),
    state: () => last,
    stop: async () => {
      const stopping = child;
      child = null;
      last = null;
      if (stopping !== null) await stopWithin(stopping, { type: "stop" } satisfies ToPractice, STOP_GRACE_MS);
    },
  };
}
