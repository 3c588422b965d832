/** An engine of the drill's own: started on a folder, asked over messages, killed without a warning. */
import type { ChannelInput, EngineChannel } from "../../../contract/channels.ts";
import { readEngineMessage } from "../../../contract/process-messages.ts";
import { CountersideError, type Reply } from "../../../contract/reply.ts";
import type { ChildProcess, StartChild } from "../engine/child-process.ts";
import type { InitEngine } from "../engine/engine-host.ts";

export interface DrillEngine {
  /** Null where it ended before it answered. */
  call<Name extends EngineChannel>(channel: Name, input: ChannelInput<Name>): Promise<Reply<unknown> | null>;
  /** SIGKILL: no handler runs. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to finish. */
  stop(): Promise<void>;
}

/** Starts one and waits until it is ready. Throws where it can't start, with the engine's own code where it gave one. */
export async function startDrillEngine(
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
        const { code, message: words, details } = message.error;
        failed(new CountersideError(code, words, details));
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
        running.send({ type: "invoke", id, channel, input });
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
