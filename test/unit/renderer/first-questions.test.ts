import { expect, it, vi } from "vitest";
import type { CountersideEvent } from "../../../contract/events.ts";
import { askFirst } from "../../../renderer/first-questions.ts";
import { followEvents } from "../../../renderer/live-events.ts";
import { createQueryClient } from "../../../renderer/queries.ts";
import { DEFAULT_SETTINGS } from "../../../renderer/settings.ts";

/** A program that answers for the settings at once, and leaves every other question of the page open. */
function program(answer: () => unknown) {
  const listeners: ((event: CountersideEvent) => void)[] = [];
  vi.stubGlobal("window", {
    setTimeout,
    counterside: {
      invoke: (channel: string) =>
        channel === "settings.get" ? Promise.resolve(answer()) : new Promise(() => undefined),
      subscribe: (listener: (event: CountersideEvent) => void) => listeners.push(listener),
    },
  });
  return {
    tell: (event: CountersideEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

it("opens in the language that was chosen while the other answers were waited for", async () => {
  const { tell } = program(() => ({ ok: true, value: DEFAULT_SETTINGS }));
  const client = createQueryClient();
  followEvents(client);
  const first = askFirst(client);
  await new Promise((done) => setTimeout(done, 20));
  tell({ event: "settings.changed", payload: { ...DEFAULT_SETTINGS, language: "ar" } });
  expect((await first).language).toBe("ar");
});

it("opens with the defaults where the settings can't be read", async () => {
  program(() => ({ ok: false, error: { code: "internal", message: "no", details: {} } }));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await askFirst(createQueryClient())).toEqual(DEFAULT_SETTINGS);
  expect(console.error).toHaveBeenCalledOnce();
});
