/** What an engine reports reaches the page: through its own process, the main process and the preload. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { EVENT_SAMPLES } from "../../helpers/event-samples.ts";
import { makeUndoneApp } from "../../security/undone-app.ts";
import { test } from "./open-app.ts";

/** In the engine's place: tells every event when it is asked to send now, and knows nothing else. */
const TELLS_EVERY_EVENT = `
const port = process.parentPort;
const refusal = { ok: false, error: { code: "not_connected", message: "An engine that only tells.", details: {} } };
port.on("message", ({ data }) => {
  if (data.type === "init") port.postMessage({ type: "ready", pid: process.pid });
  if (data.type === "stop") process.exit(0);
  if (data.type !== "invoke") return;
  if (data.channel === "sync.now")
    for (const event of ${JSON.stringify(EVENT_SAMPLES)}) port.postMessage({ type: "event", event });
  port.postMessage({ type: "reply", id: data.id, reply: refusal });
});
`;

test("every event of the contract reaches the page from the engine's process", async ({ open }) => {
  const { folder, remove } = makeUndoneApp([]);
  try {
    writeFileSync(join(folder, "out", "main", "engine.js"), TELLS_EVERY_EVENT);
    const { page, call } = await open({ folder });
    await page.evaluate(() => {
      Reflect.set(window, "events", []);
      window.counterside.subscribe((event) => Reflect.get(window, "events").push(event));
    });
    expect(await call("sync.now", {})).toMatchObject({ error: { code: "not_connected" } });
    // The answer may overtake the events: Electron sends them on ways of their own. That this engine is ready may have
    // been reported before them.
    const last = (count: number) =>
      page.evaluate((most) => Reflect.get(window, "events").slice(-most), count);
    await expect.poll(() => last(EVENT_SAMPLES.length)).toEqual(EVENT_SAMPLES);
  } finally {
    remove();
  }
});
