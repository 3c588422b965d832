/** Runs the stand-in service in its own process and knows whether it listens. */

import type { PracticeBooks, PracticeTrouble } from "../../../contract/channels/practice.ts";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { ErrorDetails } from "../../../contract/english.ts";
import { CountersideError } from "../../../contract/error.ts";
import {
  type FromPractice,
  readPracticeMessage,
  type ToPractice,
} from "../../../contract/process-messages.ts";
import type { Log } from "../../lib/log.ts";
import { type ChildProcess, type StartChild, stopWithin } from "../engine/engine-host.ts";
import { within } from "../within.ts";

const STOP_GRACE_MS = 3_000;
const ANSWER_WITHIN_MS = 20_000;

type AnswerType = "state" | "books";
export type PracticeState = Extract<FromPractice, { type: "state" }>;

interface Waiting {
  wants: AnswerType;
  settle: (message: FromPractice) => void;
  fail: (error: CountersideError) => void;
}

export interface PracticeHost {
  /** Starts it unless it runs, on the port of last time where that is free; answers once it listens. */
  start(up: boolean): Promise<PracticeState>;
  /** Names its shop in a language, and writes the reference data anew. */
  name(language: Settings["language"]): Promise<PracticeState>;
  /** Makes it listen, or not; its books stay. */
  setUp(up: boolean): Promise<PracticeState>;
  /** Makes trouble, or (null) ends it. */
  rehearse(trouble: PracticeTrouble | null): Promise<PracticeState>;
  /** Begins anew as another company; address and token stay. */
  startOver(): Promise<PracticeState>;
  /** Its books as they are now. */
  books(): Promise<PracticeBooks>;
  /** What it said last; null while it doesn't run. */
  state(): PracticeState | null;
  stop(): Promise<void>;
}

interface PracticeHostDeps {
  startChild: StartChild;
  folder: string;
  sqliteBinding: string | null;
  language: () => Settings["language"];
  /** It ended by itself. */
  stopped: () => void;
  /** The trouble that was rehearsed is over: a request met it. */
  troubleMet: () => void;
  log: Log;
}

/** Makes the host; nothing runs before `start`. */
export function createPracticeHost({
  startChild,
  folder,
  sqliteBinding,
  language,
  stopped,
  troubleMet,
  log,
}: PracticeHostDeps): PracticeHost {
  let child: ChildProcess | null = null;
  let last: PracticeState | null = null;
  let waiting: Waiting[] = [];

  const answerWaiting = (message: FromPractice) => {
    const answered = waiting.filter(({ wants }) => wants === message.type);
    waiting = waiting.filter(({ wants }) => wants !== message.type);
    for (const { settle } of answered) settle(message);
  };
  /** A failure is everyone's. */
  const failWaiting = (why: ErrorDetails["internal"]) => {
    const failed = waiting;
    waiting = [];
    for (const { fail } of failed) fail(new CountersideError("internal", why));
  };

  const nextAnswer = async <Type extends AnswerType>(wants: Type, send: () => void) => {
    const isWanted = (message: FromPractice): message is Extract<FromPractice, { type: Type }> =>
      message.type === wants;
    const answer = new Promise<FromPractice>((settle, fail) => waiting.push({ wants, settle, fail }));
    send();
    const message = await within(ANSWER_WITHIN_MS, answer, () => null);
    if (message !== null && isWanted(message)) return message;
    throw new CountersideError("internal", { reason: "practice_silent" });
  };
  const nextState = (send: () => void): Promise<PracticeState> => nextAnswer("state", send);

  const onMessage = (data: unknown) => {
    const message = readPracticeMessage(data);
    switch (message?.type) {
      case undefined:
        log.error("The practice service said something that was not agreed on");
        return;
      case "troubleMet":
        if (last !== null) last = { ...last, trouble: null };
        troubleMet();
        return;
      case "state":
        last = message;
        break;
      case "failed":
        log.error("The practice service failed", { error: message.message });
        return failWaiting({ reason: "practice", said: message.message });
      case "books":
        break;
    }
    answerWaiting(message);
  };

  const watchEnd = async (mine: ChildProcess) => {
    const code = await mine.ended;
    if (child !== mine) return;
    child = null;
    last = null;
    log.warn("The practice service ended by itself", { code });
    failWaiting({ reason: "practice_ended", exit: code });
    stopped();
  };

  const post = (message: ToPractice) => child?.send(message);

  return {
    start: async (up) => {
      if (child !== null && last !== null) return last;
      return nextState(() => {
        if (child !== null) return;
        const mine = startChild(onMessage);
        child = mine;
        post({ type: "init", folder, port: 0, sqliteBinding, language: language(), up });
        watchEnd(mine).catch((error: unknown) =>
          log.error("The practice service's end was missed", { error }),
        );
      });
    },
    name: (named) => nextState(() => post({ type: "name", language: named })),
    setUp: (up) => nextState(() => post({ type: "setUp", up })),
    rehearse: (trouble) => nextState(() => post({ type: "rehearse", trouble })),
    startOver: () => nextState(() => post({ type: "startOver" })),
    books: async () => (await nextAnswer("books", () => post({ type: "books" }))).books,
    state: () => last,
    stop: async () => {
      const stopping = child;
      child = null;
      last = null;
      if (stopping !== null) await stopWithin(stopping, { type: "stop" } satisfies ToPractice, STOP_GRACE_MS);
    },
  };
}
