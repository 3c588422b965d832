/** How widely entries are sent, and whom a refusal is about: the pure decisions, as tables. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../../../contract/channels/posting.ts";
import { afterRefusal, type Refusals } from "../../../../../main/engine/core/sync/link-monitor.ts";
import {
  afterAskedNow,
  afterClockSet,
  afterLull,
  afterSignal,
  NARROW,
  pauseEnd,
  type Sending,
  SIGNALS,
  type Signal,
  sendable,
} from "../../../../../main/engine/core/sync/sending.ts";
import { isPage, wordsAlike } from "../../../../../main/engine/core/sync/service-words.ts";

const MINUTE = 60_000;

/** One after the other, each sent as soon as a return may go. */
function probes(signal: Signal, forMs: number): { at: number; sending: Sending }[] {
  const seen: { at: number; sending: Sending }[] = [];
  let sending: Sending = NARROW;
  for (let at = 0; at <= forMs; ) {
    sending = afterSignal(sending, sending, signal, at, 0);
    seen.push({ at, sending });
    let next = at;
    for (let end = pauseEnd(sending, next); end !== null; end = pauseEnd(sending, next)) next = end;
    at = next;
  }
  return seen;
}

describe("sending", () => {
  it("is narrow until there is evidence, and twice as wide after each", () => {
    let sending: Sending = NARROW;
    const widths = [1, 2, 3, 4].map(() => {
      const { most, which } = sendable(sending, 0);
      sending = afterSignal(sending, sending, "evidence", 0, 0.5);
      return [most, which];
    });
    expect(widths).toEqual([1, 2, 4, 8].map((most) => [most, "any"]));
    expect(sendable(afterLull(sending), 0)).toEqual({ most: 1, which: "any" });
  });

  it("is as wide as it was after an answer that is about its entry alone", () => {
    const wide = { width: 8, serviceTrouble: null };
    expect(afterSignal(wide, wide, "none", 0, 0.5)).toBe(wide);
  });

  it("lets the next one wait in trouble, also after an answer that is about its entry alone", () => {
    const trouble = { failures: 1, lost: 1, nextAt: 1_000, riskAt: 5_000, harmlessFirst: true };
    const now = { width: 1, serviceTrouble: trouble };
    expect(afterSignal(now, now, "none", 1_000, 0.5)).toEqual({
      width: 1,
      serviceTrouble: { ...trouble, failures: 2, nextAt: 2_000 },
    });
  });

  it("risks at most three returns in ten minutes of answers that leave the outcome open", () => {
    for (const signal of ["lost", "all_lost"] as const) {
      expect(probes(signal, 10 * MINUTE).map(({ at }) => at)).toEqual([0, 5_000, 65_000]);
      expect(probes(signal, 35 * MINUTE).map(({ at }) => at)).toEqual([
        0, 5_000, 65_000, 665_000, 1_265_000, 1_865_000,
      ]);
    }
  });

  it("prefers what converges while it is in trouble, and sends it after shorter pauses", () => {
    const [, second] = probes("lost", 10 * MINUTE);
    if (second === undefined) throw new Error("there was no second probe");
    expect(sendable(second.sending, 5_100)).toEqual({ most: 1, which: "harmless" });
    expect(sendable(second.sending, 65_000)).toEqual({ most: 1, which: "harmless_first" });
    // Where whatever was sent is of unknown outcome, nothing is harmless.
    const [, lost] = probes("all_lost", 10 * MINUTE);
    expect(sendable(lost?.sending ?? NARROW, 64_000).most).toBe(0);
  });

  it("probes often where the service denies what it was asked, within two minutes", () => {
    const times = probes("denied", 60 * MINUTE).map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.every((gap) => gap >= 100 && gap <= 120_000)).toBe(true);
  });

  it("takes what was under way together for one failure", () => {
    const wide: Sending = { width: 8, serviceTrouble: null };
    const first = afterSignal(wide, wide, "lost", 1_000, 0);
    const eighth = [2, 3, 4, 5, 6, 7, 8].reduce((now) => afterSignal(now, wide, "lost", 1_001, 0), first);
    expect(eighth).toEqual(first);
    expect(first.serviceTrouble).toMatchObject({ failures: 1, lost: 1, riskAt: 6_000 });
  });

  it("is wide again at once after evidence, and goes on after a person's word without forgetting", () => {
    const trouble = probes("lost", 10 * MINUTE).at(-1)?.sending ?? NARROW;
    expect(afterSignal(trouble, trouble, "evidence", 0, 0)).toEqual({ width: 2, serviceTrouble: null });
    const asked = afterAskedNow(trouble, 70_000);
    expect(sendable(asked, 70_000)).toEqual({ most: 1, which: "harmless_first" });
    expect(afterSignal(asked, asked, "lost", 70_000, 0).serviceTrouble).toMatchObject({
      lost: 4,
      riskAt: 670_000,
    });
    expect(afterClockSet(trouble, -1_000).serviceTrouble?.riskAt).toBe(
      (trouble.serviceTrouble?.riskAt ?? 0) - 1_000,
    );
  });

  it.each<[Outcome, Signal]>([
    ["accepted", "evidence"],
    ["accepted_not_understood", "evidence"],
    ["no_evidence", "all_lost"],
    ["server_error", "lost"],
    ["answer_lost", "lost"],
    ["redirected_unknown", "lost"],
    ["asked_to_wait", "denied"],
    ["service_refused", "denied"],
    ["refused", "none"],
    ["redirected", "none"],
    ["sign_in_needed", "none"],
    ["no_connection", "none"],
    ["interrupted", "none"],
    ["answer_not_read", "none"],
  ])("reads %s as %s", (outcome, signal) => expect(SIGNALS[outcome]).toBe(signal));
});

describe("a refusal", () => {
  type Step =
    | { of: number; says?: string; page?: true; was?: true; at?: number; took?: true }
    | { settled: number }
    | "evidence";
  const judged = (steps: readonly Step[]): string[] => {
    let refusals: Refusals = null;
    let took = false;
    const settled = new Set<number>();
    return steps.flatMap((step) => {
      if (step === "evidence") {
        refusals = null;
        took = true;
        return [];
      }
      if ("settled" in step) {
        settled.add(step.settled);
        return [];
      }
      const refusal = {
        sequence: step.of,
        saying: step.says ?? "404 not found",
        isPage: step.page ?? false,
        wasAboutService: step.was ?? false,
      };
      const next = afterRefusal(refusals, refusal, took, step.at ?? 0, (of) => !settled.has(of));
      refusals = next.refusals;
      return [next.about];
    });
  };

  it.each<[string, readonly Step[], readonly string[]]>([
    ["is about its entry the first time", [{ of: 1 }], ["entry"]],
    [
      "is about the service where a different entry gets the same words",
      [{ of: 1 }, { of: 2 }, { of: 3 }],
      ["entry", "service", "service"],
    ],
    [
      "is about its entry where the words are others",
      [{ of: 1 }, { of: 2, says: "422 stock" }],
      ["entry", "entry"],
    ],
    [
      "is about the service where two sayings take turns",
      [{ of: 1 }, { of: 2, says: "403 no" }, { of: 3 }, { of: 4, says: "403 no" }],
      ["entry", "entry", "service", "service"],
    ],
    [
      "is about the service from the fourth entry in a row on, whatever the words",
      ["a", "b", "c", "d", "e"].map((says, of) => ({ of, says })),
      ["entry", "entry", "entry", "service", "service"],
    ],
    [
      "is about its entry where another was taken in between",
      [{ of: 1 }, "evidence", { of: 2 }],
      ["entry", "entry"],
    ],
    [
      "is about its entry where one was taken since that was found before",
      [{ of: 1 }, { of: 2 }, "evidence", { of: 2, was: true }],
      ["entry", "service", "entry"],
    ],
    [
      "is about its entry where the same one is sent again by hand",
      [{ of: 1 }, { of: 1 }],
      ["entry", "entry"],
    ],
    ["is about the service where it is a page", [{ of: 1, page: true }, { of: 1 }], ["service", "entry"]],
    [
      "is about the service where an earlier run knew so",
      [
        { of: 2, was: true },
        { of: 2, was: true },
      ],
      ["service", "service"],
    ],
    [
      "of one of two is believed after three times in ten minutes",
      [{ of: 1 }, { of: 2 }, { of: 2, was: true, at: 599_000 }, { of: 2, was: true, at: 600_000 }],
      ["entry", "service", "service", "entry"],
    ],
    [
      "of one of three is never believed without evidence",
      [{ of: 1 }, { of: 2 }, { of: 3 }, { of: 2, at: 9e6 }, { of: 2, at: 10e6 }],
      ["entry", "service", "service", "service", "service"],
    ],
    [
      "of one of two is believed after ten minutes, also where the clock was set back in between",
      [{ of: 1 }, { of: 2, at: 9e6 }, { of: 2, at: 0 }, { of: 2, at: 599_000 }, { of: 2, at: 600_000 }],
      ["entry", "service", "service", "service", "entry"],
    ],
    [
      "of the last of three is believed once a person has settled another",
      [
        { of: 1 },
        { of: 2 },
        { of: 3 },
        { of: 3, at: 9e5 },
        { settled: 1 },
        { of: 2, at: 1e6 },
        { of: 3, at: 1e6 },
      ],
      ["entry", "service", "service", "service", "service", "entry"],
    ],
  ])("%s", (_what, steps, about) => expect(judged(steps)).toEqual(about));

  it("says the same where only what differs from entry to entry differs", () => {
    const of = (serial: string, line: number) =>
      JSON.stringify({
        message: `No route for ${serial}, line ${line}`,
        at: "2026-03-01T08:00:00.000Z",
        id: 17 + line,
      });
    const [one, other] = [of("7a0c4e50-0000-4000-8000-000000000001", 1), of("1b", 300)];
    expect(wordsAlike(404, one)).toBe(wordsAlike(404, other));
    expect(wordsAlike(404, one)).not.toBe(wordsAlike(400, one));
    expect(wordsAlike(422, '{"m":"above the stock"}')).not.toBe(wordsAlike(422, '{"m":"no such store"}'));
  });

  it("of a long word without a digit is read at once", () => {
    // The processor's time, not the clock's, which a busy machine spends on others.
    const before = process.cpuUsage();
    wordsAlike(404, "a".repeat(20_000));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(200);
  });

  it.each([
    ["<html></html>", true],
    ["not found", true],
    ["", false],
    [" \n", false],
    ["{}", false],
    ['\uFEFF{"a":1}', false],
    ['"words"', false],
  ])("of %j is a page: %s", (body, page) => expect(isPage(body)).toBe(page));
});
