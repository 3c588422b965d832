import { describe, expect, it, vi } from "vitest";
import type { SyncStatus } from "../../../contract/channels/connection.ts";
import { afterPageCrash } from "../../../main/shell/crashes.ts";
import { ageInWords, createQuitGuard, quitQuestion, statusForQuit } from "../../../main/shell/quit.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const English = { language: "en", digits: "auto" } as const;
const status = (counts: Partial<SyncStatus["counts"]>, oldestUnsentAt: string | null = null): SyncStatus => ({
  state: "offline",
  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0, ...counts },
  oldestUnsentAt,
  lastConfirmedAt: null,
  clockDriftMs: null,
  nextAttemptAt: null,
  lastContactAt: null,
  needsAttention: 0,
});

describe("the question before quitting", () => {
  it("is not asked where nothing waits to be sent", () => {
    expect(quitQuestion(status({}), English, NOW)).toBeNull();
    expect(quitQuestion(status({ dead_letter: 2, outcome_unknown: 1 }), English, NOW)).toBeNull();
    expect(quitQuestion("none", English, NOW)).toBeNull();
  });

  it("says what is lost where a code or a key is still on the screen, and what is unsent besides", () => {
    const question = quitQuestion(status({}), English, NOW, true);
    expect(question?.message).toContain("shown only once");
    expect(question?.detail).toContain("it is lost");
    const both = quitQuestion(status({ pending: 2 }), English, NOW, true);
    expect(both?.detail).toContain("Entries not sent yet: 2.");
    expect(quitQuestion("none", English, NOW, true)).not.toBeNull();
  });

  it("names how many and how old", () => {
    const waiting = status({ pending: 2, retry_wait: 1 }, "2026-03-01T09:00:00.000Z");
    const question = quitQuestion(waiting, English, NOW);
    expect(question?.detail).toContain("Entries not sent yet: 3. The oldest has been waiting for 3 hours.");
  });

  it("gives no age that may be a decision's, and promises to send only what isn't sent yet", () => {
    const waiting = status({ pending: 1, outcome_unknown: 3 }, "2026-03-01T09:00:00.000Z");
    const question = quitQuestion(waiting, English, NOW);
    expect(question?.detail.split("\n")).toEqual([
      "Entries not sent yet: 1.",
      "Waiting for a decision: 3.",
      "All of them are safe on this computer. Entries not sent yet wait until Counterside runs again and can send.",
    ]);
  });

  it("is asked in Arabic, with the digits the person chose", () => {
    const question = quitQuestion(status({ pending: 12 }), { language: "ar", digits: "arabic" }, NOW);
    expect(question?.detail).toContain("١٢");
    expect(quitQuestion(status({ pending: 12 }), { language: "ar", digits: "latin" }, NOW)?.detail).toContain(
      "12",
    );
  });

  it("says that it can't know where the engine is gone", () => {
    expect(quitQuestion(null, English, NOW)?.message).toContain("can't check for unsent entries");
  });

  it("names what was known last where the file is being repaired, and asks also where that was nothing", () => {
    const counts = { pending: 2, in_flight: 0, retry_wait: 0, outcome_unknown: 1, dead_letter: 0 };
    const busy = { state: "recovering", counts, oldestUnsentAt: null, knownAt: null, cause: null } as const;
    const asked = quitQuestion(busy, English, NOW);
    expect(asked?.message).toContain("can't check for unsent entries");
    expect(asked?.detail).toContain("As last known:\nEntries not sent yet: 2.\nWaiting for a decision: 1.");
    const nothing = { ...counts, pending: 0, outcome_unknown: 0 };
    expect(quitQuestion({ ...busy, counts: nothing }, English, NOW)?.detail).toContain(
      "Entries not sent yet: 0.",
    );
    expect(quitQuestion({ ...busy, counts: null }, English, NOW)?.detail).not.toContain("Entries");
  });

  it("says of a file that can't be opened why, and not that it is being repaired", () => {
    const counts = { pending: 2, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 };
    const known = { counts, oldestUnsentAt: null };
    const waiting = quitQuestion(
      { state: "waiting", counts, oldestUnsentAt: null, knownAt: null, cause: "storage_full" },
      English,
      NOW,
    );
    expect(waiting?.detail).toContain("the disk is full");
    const refused = quitQuestion({ state: "refused", ...known }, English, NOW);
    expect(refused?.detail).toContain("This version of Counterside can't open");
    expect(refused?.detail).toContain("Entries not sent yet: 2.");
    for (const question of [waiting, refused]) {
      expect(question?.detail).not.toContain("repaired");
      expect(question?.detail).not.toContain("can send");
    }
  });

  it("survives a clock that was set back", () => {
    expect(quitQuestion(status({ pending: 1 }, "2030-01-01T00:00:00.000Z"), English, NOW)?.detail).toContain(
      "1 minute",
    );
  });

  it("tells ages in their largest unit", () => {
    expect([0, 90_000, 7_200_000, 200_000_000].map((age) => ageInWords(age, "en"))).toEqual([
      "1 minute",
      "1 minute",
      "2 hours",
      "2 days",
    ]);
  });
});

describe("the status asked for before quitting", () => {
  it("comes from the engine, or is unknown", async () => {
    expect(await statusForQuit(async () => ({ ok: true, value: status({ pending: 1 }) }))).toMatchObject({
      counts: { pending: 1 },
    });
    expect(await statusForQuit(async () => ({ ok: true, value: "odd" }))).toBeNull();
    const refusal = (code: "not_connected" | "engine_unavailable") => async () => ({
      ok: false as const,
      error: { code, message: "", details: {} },
    });
    expect(await statusForQuit(refusal("not_connected"))).toBe("none");
    const details = {
      state: "waiting",
      counts: null,
      oldestUnsentAt: null,
      knownAt: null,
      cause: "storage_full",
    };
    const busy = { code: "storage_busy" as const, message: "", details };
    expect(await statusForQuit(async () => ({ ok: false, error: busy }))).toEqual(details);
    expect(await statusForQuit(refusal("engine_unavailable"))).toBeNull();
    const { counts } = status({ pending: 2 });
    const newer = { found: 90, known: 80, counts, oldestUnsentAt: null, knownAt: null };
    const tooNew = { code: "newer_database" as const, message: "", details: newer };
    expect(await statusForQuit(async () => ({ ok: false, error: tooNew }))).toEqual({
      state: "refused",
      counts,
      oldestUnsentAt: null,
    });
    expect(await statusForQuit(async () => ({ ok: false, error: { ...tooNew, details: {} } }))).toMatchObject(
      { state: "refused", counts: null },
    );
  });

  it("is not waited for long", async () => {
    vi.useFakeTimers();
    const asked = statusForQuit(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await asked).toBeNull();
    vi.useRealTimers();
  });
});

function guarded(answer: boolean | Promise<boolean>, hasQuestion = true) {
  const steps: string[] = [];
  const guard = createQuitGuard({
    question: async () => (hasQuestion ? { message: "m", detail: "d", stay: "s", quit: "q" } : null),
    ask: async () => {
      steps.push("asked");
      return answer;
    },
    stopEverything: async () => void steps.push("stopped"),
    leave: () => void steps.push("left"),
    problem: (error) => void steps.push(String(error)),
  });
  return { guard, steps, settle: () => new Promise((resolve) => setTimeout(resolve, 5)) };
}

describe("the quit guard", () => {
  it("asks, and stays where the person says so", async () => {
    const { guard, steps, settle } = guarded(false);
    expect(guard.requested()).toBe(false);
    await settle();
    expect(steps).toEqual(["asked"]);
    expect(guard.requested()).toBe(false);
    await settle();
    expect(steps).toEqual(["asked", "asked"]);
  });

  it("asks, stops everything in order, and leaves", async () => {
    const { guard, steps, settle } = guarded(true);
    guard.requested();
    await settle();
    expect(steps).toEqual(["asked", "stopped", "left"]);
    expect(guard.requested()).toBe(true);
    expect(guard.holdsBack()).toBe(false);
  });

  it("asks nothing where nothing waits", async () => {
    const { guard, steps, settle } = guarded(false, false);
    guard.requested();
    await settle();
    expect(steps).toEqual(["stopped", "left"]);
  });

  it("goes on at a second request while the question is open", async () => {
    const { guard, steps, settle } = guarded(new Promise(() => undefined));
    guard.requested();
    await settle();
    guard.requested();
    await settle();
    expect(steps).toEqual(["asked", "stopped", "left"]);
  });

  it("asks nothing when the system shuts down, and stops once only", async () => {
    const { guard, steps, settle } = guarded(false);
    guard.mustLeave();
    guard.mustLeave();
    guard.requested();
    await settle();
    expect(steps).toEqual(["stopped", "left"]);
  });
});

describe("a page that crashes", () => {
  it("is opened again, until it crashes too often", () => {
    expect(afterPageCrash([1_000], 1_000)).toBe("reopen");
    expect(afterPageCrash([1_000, 2_000, 3_000], 3_000)).toBe("ask");
    expect(afterPageCrash([1_000, 2_000, 90_000], 90_000)).toBe("reopen");
  });
});
