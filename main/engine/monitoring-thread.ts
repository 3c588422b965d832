/** The thread that passes figures on to monitoring (`subjects/counters/status/monitor.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import type { CounterStatus } from "../../contract/counter-status.ts";
import { createMonitor, type MonitorGiven } from "./subjects/counters/status/monitor.ts";

const given: MonitorGiven = workerData;
const monitor = createMonitor(given);

parentPort?.on("message", async (status: CounterStatus) =>
  parentPort?.postMessage(await monitor.tell(status)),
);
