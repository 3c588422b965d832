/** What the engine tells crosses from its process to the main process, whole. To the page: `e2e/shell/events.test.ts`. */
import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { EVENTS } from "../../../contract/events.ts";
import { readEngineMessage } from "../../../contract/process-messages.ts";
import { createEngineHost } from "../../../main/shell/engine/engine-host.ts";
import { EVENT_SAMPLES } from "../../helpers/event-samples.ts";
import { initOf } from "../../helpers/init-message.ts";
import { rememberingLog } from "./stand-ins.ts";

it("there is a sample of every event", () => {
  expect(EVENT_SAMPLES.map(({ event }) => event).sort()).toEqual(Object.keys(EVENTS).sort());
});

it("every event of the engine's process passes the main process unchanged", async () => {
  const { port1: enginePort, port2: mainPort } = new MessageChannel();
  onTestFinished(() => enginePort.close());
  const emitted: unknown[] = [];
  const log = rememberingLog();
  const host = createEngineHost({
    startChild: (receive) => {
      mainPort.on("message", receive);
      return {
        send: (message) => mainPort.postMessage(message),
        ended: new Promise(() => undefined),
        kill: () => undefined,
      };
    },
    surroundings: async () => initOf("/p"),
    emit: (event) => emitted.push(event),
    log,
  });
  host.start();
  await once(enginePort, "message");
  for (const event of EVENT_SAMPLES) enginePort.postMessage({ type: "event", event });
  enginePort.postMessage({ type: "ready", pid: 1 });
  await host.whenReady();
  // What the host says of itself comes last.
  expect(emitted.slice(0, -1)).toEqual(EVENT_SAMPLES);
  expect(log.lines.filter((line) => line.includes("not agreed"))).toEqual([]);
});

it.each([
  { event: "backup.vanished", payload: {} },
  { event: "toString", payload: {} },
  { event: "recovery.changed", payload: { kind: "damaged" } },
  { event: "pin.changed" },
  { payload: {} },
  null,
])("an event that was not agreed on is none: %j", (event) => {
  expect(readEngineMessage({ type: "event", event })).toBeNull();
});
