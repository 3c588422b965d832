import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Settings } from "../../../../contract/channels/shell.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import { askFirst } from "../../../../renderer/app/startup-queries.ts";
import { followEvents } from "../../../../renderer/client/live-events.ts";
import { createQueryClient } from "../../../../renderer/client/queries.ts";
import { DEFAULT_SETTINGS } from "../../../../renderer/client/settings.ts";

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

const settingsSeen = (client: ReturnType<typeof createQueryClient>): (string | undefined)[] => {
  const seen: (string | undefined)[] = [];
  const observer = new QueryObserver<Settings>(client, { queryKey: ["settings.get", {}], enabled: false });
  // As the hooks of the pages listen.
  const listener = notifyManager.batchCalls(() => void seen.push(observer.getCurrentResult().data?.language));
  onTestFinished(observer.subscribe(listener));
  return seen;
};

it("tells what is drawn of nothing until the answers are there, and then of the newest", async () => {
  const { tell } = program(() => ({ ok: true, value: DEFAULT_SETTINGS }));
  const client = createQueryClient();
  followEvents(client);
  const patience = new EventTarget();
  const first = askFirst(client, new Promise((settle) => patience.addEventListener("over", () => settle())));
  expect((await first.settings).language).toBe("en");
  const seen = settingsSeen(client);
  tell({ event: "settings.changed", payload: { ...DEFAULT_SETTINGS, language: "ar" } });
  // Longer than the query client gathers what it tells.
  await new Promise((done) => setTimeout(done, 20));
  expect(seen).toEqual([]);
  patience.dispatchEvent(new Event("over"));
  await first.answered;
  expect(seen.at(-1)).toBe("ar");
  // From then on each change is reported as it comes.
  tell({ event: "settings.changed", payload: DEFAULT_SETTINGS });
  await expect.poll(() => seen.at(-1)).toBe("en");
});

it("keeps nothing of what is refused without a connection, and asks all in one wave", async () => {
  const asked: string[] = [];
  const refusal = { ok: false, error: { code: "not_connected", message: "no", details: {} } };
  const answers = new Map<string, unknown>([
    ["settings.get", DEFAULT_SETTINGS],
    ["connection.get", null],
    ...[
      "sync.status",
      "recovery.refusal",
      "people.status",
      "pin.status",
      "vault.status",
      "disk.status",
      "ownerPolicy.get",
    ].map((channel) => [channel, {}] as const),
  ]);
  vi.stubGlobal("window", {
    setTimeout,
    counterside: {
      invoke: async (channel: string) => {
        asked.push(channel);
        await new Promise((done) => setTimeout(done, 10));
        return answers.has(channel) ? { ok: true, value: answers.get(channel) } : refusal;
      },
    },
  });
  const client = createQueryClient();
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const first = askFirst(client);
  // Each that is missing here is asked later, and draws the window once more.
  expect([...asked].sort()).toEqual([
    "backup.status",
    "connection.get",
    "disk.status",
    "draft.list",
    "mirror.counts",
    "outbox.list",
    "outbox.list",
    "outbox.summary",
    "ownerPolicy.get",
    "people.status",
    "pin.status",
    "print.printers",
    "recovery.refusal",
    "recovery.report",
    "settings.get",
    "sync.status",
    "vault.status",
  ]);
  const inOneWave = asked.length;
  await first.answered;
  expect(asked).toHaveLength(inOneWave);
  expect(client.getQueryCache().find({ queryKey: ["outbox.summary", {}] })).toBeUndefined();
  expect(client.getQueryData(["connection.get", {}])).toBeNull();
  expect(logged).not.toHaveBeenCalled();
});

it("waits for no engine longer than a quarter of a second", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  program(() => ({ ok: true, value: DEFAULT_SETTINGS }));
  let isOver = false;
  const { answered } = askFirst(createQueryClient());
  const ended = answered.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(249);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
});

it("opens with the defaults where the settings can't be read", async () => {
  program(() => ({ ok: false, error: { code: "internal", message: "no", details: {} } }));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await askFirst(createQueryClient()).settings).toEqual(DEFAULT_SETTINGS);
  expect(console.error).toHaveBeenCalledOnce();
});
