/** The engine's way to its monitoring: a thread that is handed each status, and never waited for. */
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { CounterStatus } from "../../../../../contract/counter-status.ts";
import type { EngineContext } from "../../../core/context.ts";
import { abandon, threadBeside } from "../../../file/place/place.ts";
import { createMonitor, type Monitor, type MonitorGiven } from "./monitor.ts";

const troubles = z.array(z.object({ of: z.enum(["textfile", "otlp"]), said: z.string() }));

/** Nothing more is handed on before the last was done with. */
export interface Monitoring {
  tell(status: CounterStatus): void;
  close(): void;
}

export function openMonitoring(
  given: MonitorGiven,
  { verifyThread, log }: Pick<EngineContext, "verifyThread" | "log">,
): Monitoring {
  const entry = threadBeside(verifyThread, "monitoring");
  let isBusy = false;
  let lastSaid = "";
  const answered = (answer: unknown): void => {
    isBusy = false;
    const found = troubles.safeParse(answer).data ?? [];
    const said = JSON.stringify(found);
    // The same each minute is said once.
    if (said !== lastSaid)
      for (const { of } of found)
        log.warn("figures for monitoring could not be passed on", { collector: of });
    lastSaid = said;
  };
  let worker: Worker | null = null;
  let here: Monitor | null = null;
  const start = (program: URL): Worker => {
    const started = new Worker(program, { workerData: given });
    // It never keeps the program from ending.
    started.unref();
    started.on("message", answered);
    started.once("error", (error) => log.warn("the monitoring thread ended", { error }));
    started.once("exit", () => {
      if (worker !== started) return;
      worker = null;
      isBusy = false;
    });
    return started;
  };
  return {
    tell(status) {
      if (isBusy) return;
      isBusy = true;
      if (entry === null) {
        here ??= createMonitor(given);
        void here.tell(status).then(answered);
        return;
      }
      worker ??= start(entry);
      worker.postMessage(status);
    },
    close() {
      const ending = worker;
      worker = null;
      if (ending !== null) abandon(ending);
      void here?.close();
    },
  };
}
