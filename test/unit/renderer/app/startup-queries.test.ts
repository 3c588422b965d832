import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Settings } from "../../../../contract/channels/shell.ts";
import type { FirstAnswers } from "../../../../contract/channels/start.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { DEFAULT_SETTINGS } from "../../../../contract/default-settings.ts";
import type { CountersideEvent } from "../../../../contract/events.ts";
import type { Reply } from "../../../../contract/reply.ts";
import { askFirst, countedOn } from "../../../../renderer/app/startup-queries.ts";
import { followEvents } from "../../../../renderer/client/live-events.ts";
import { createQueryClient, KNOWN_BEFORE } from "../../../../renderer/client/queries.ts";
import { dayOf } from "../../../../renderer/lib/time.ts";
import { sampleOf } from "../../../helpers/event-samples.ts";

/** A program that answers for the settings and what was known before at once, and leaves every other question of the page open. */
function program(
  answer: () => unknown,
  answers: FirstAnswers | null = null,
  engine = new Promise<Reply<never>>(() => undefined),
) {
  const listeners: ((event: CountersideEvent) => void)[] = [];
  vi.stubGlobal("window", {
    setTimeout,
    counterside: {
      invoke: (channel: string) =>
        channel === "settings.get"
          ? Promise.resolve(answer())
          : channel === "start.answers"
            ? Promise.resolve({ ok: true, value: { answers } })
            : engine,
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
  const over = new Promise<void>((settle) => patience.addEventListener("over", () => settle()));
  const first = askFirst(client, () => over);
  expect((await first.settings).language).toBe("en");
  const seen = settingsSeen(client);
  tell({ event: "settings.changed", payload: { ...DEFAULT_SETTINGS, language: "ar" } });
  // Longer than the query client gathers what it tells.
  await new Promise((done) => setTimeout(done, 20));
  expect(seen).toEqual([]);
  patience.dispatchEvent(new Event("over"));
  await first.shown;
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
    "start.answers",
    "sync.status",
    "vault.status",
  ]);
  const inOneWave = asked.length;
  await first.shown;
  expect(asked).toHaveLength(inOneWave);
  expect(client.getQueryState(["outbox.summary", {}])).toMatchObject({ data: undefined, error: null });
  expect(client.getQueryData(["connection.get", {}])).toBeNull();
  expect(logged).not.toHaveBeenCalled();
});

it("waits for no engine longer than a quarter of a second", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  program(() => ({ ok: true, value: DEFAULT_SETTINGS }));
  let isOver = false;
  const { shown } = askFirst(createQueryClient());
  const ended = shown.then(() => {
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

const TODAY = dayOf(Date.now());
const day = (date: string, purchaseReturns: number) => ({
  date,
  purchaseReturns,
  taxVouchers: 0,
  restores: 0,
  answerMs: null,
});
const SUMMARY: ChannelOutput<"outbox.summary"> = {
  unsentByCurrency: [],
  days: [day(TODAY, 2)],
  recentAttempts: [],
};
const BEFORE: FirstAnswers = {
  connection: {
    serviceUrl: "https://books.example/api",
    tenantId: 7001,
    userId: 501,
    deviceId: "11111111-1111-4111-8111-111111111111",
    hasToken: true,
    practice: false,
  },
  status: sampleOf("sync.statusChanged").payload,
  books: {
    summary: SUMMARY,
    undecided: { entries: [] },
    newest: { entries: [] },
    drafts: { drafts: [] },
    counts: { kinds: [] },
  },
};

it("shows what was known when the books were closed at once, and waits longer for the engine's answers than without it", async () => {
  const { tell } = program(() => ({ ok: true, value: DEFAULT_SETTINGS }), BEFORE);
  const client = createQueryClient();
  followEvents(client);
  const first = askFirst(client, (ms) => (ms < 1_000 ? Promise.resolve() : new Promise(() => undefined)));
  await first.settings;
  await first.shown;
  const seen = settingsSeen(client);
  tell({ event: "settings.changed", payload: { ...DEFAULT_SETTINGS, language: "ar" } });
  await new Promise((done) => setTimeout(done, 20));
  expect(seen).toEqual([]);
  expect(client.getQueryState(["outbox.summary", {}])).toMatchObject({
    data: SUMMARY,
    dataUpdatedAt: KNOWN_BEFORE,
  });
  expect(client.getQueryState(["sync.status", {}])).toMatchObject({
    data: BEFORE.status,
    fetchStatus: "fetching",
  });
});

it("keeps nothing of what was known before where the engine refuses", async () => {
  const refused = {
    ok: false as const,
    error: { code: "storage_busy" as const, message: "no", details: {} },
  };
  let answerBy: (reply: Reply<never>) => void = () => undefined;
  const engine = new Promise<Reply<never>>((settle) => {
    answerBy = settle;
  });
  program(() => ({ ok: true, value: DEFAULT_SETTINGS }), BEFORE, engine);
  const client = createQueryClient();
  await askFirst(client, () => new Promise(() => undefined)).shown;
  answerBy(refused);
  await expect.poll(() => client.getQueryState(["outbox.summary", {}])?.data).toBeUndefined();
  expect(client.getQueryState(["sync.status", {}])?.error).not.toBeNull();
});

it("counts nothing on the days since the books were closed", () => {
  const days = [day("2026-02-27", 1), day("2026-02-28", 2), day("2026-03-01", 3)];
  const summary = { ...SUMMARY, days };
  expect(countedOn(summary, "2026-03-01")).toEqual(summary);
  expect(countedOn(summary, "2026-03-02")?.days).toEqual([days[1], days[2], day("2026-03-02", 0)]);
  expect(
    countedOn(summary, "2027-03-01")?.days.map(({ date, purchaseReturns }) => [date, purchaseReturns]),
  ).toEqual([
    ["2027-02-27", 0],
    ["2027-02-28", 0],
    ["2027-03-01", 0],
  ]);
  // The clock was set back.
  expect(countedOn(summary, "2026-02-28")).toBeNull();
});
