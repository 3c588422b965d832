/** The pure decisions of the loop: waits, the link, and the service's words. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTCOMES } from "../../../../../contract/channels/posting.ts";
import type { Repeat } from "../../../../../contract/operations.ts";
import {
  BACKOFF_CAP_MS,
  BACKOFF_FLOOR_MS,
  backoffMs,
  PROBE_CAP_MS,
  probeBackoffMs,
  retryAfterMs,
} from "../../../../../main/engine/core/sync/backoff.ts";
import {
  afterAnswer,
  afterHint,
  afterNoConnection,
  afterOpened,
  type Connectivity,
  lanesOf,
  pauseEndsAt,
} from "../../../../../main/engine/core/sync/link-monitor.ts";
import { OUTCOME_POLICY, outcomeOf, verdictOf } from "../../../../../main/engine/core/sync/outcome-policy.ts";
import { serviceWords } from "../../../../../main/engine/core/sync/service-words.ts";
import { throttled } from "../../../../../main/engine/core/sync/throttle.ts";
import { guardedClock } from "../../../../../main/engine/file/guarded-clock.ts";
import { ManualClock, START } from "../../../../helpers/clock.ts";

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("the backoff", () => {
  it("stays between its floor and its doubling ceiling, for ever", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fraction, (failures, drawn) => {
        const wait = backoffMs(failures, drawn);
        const ceiling =
          failures > 20 ? BACKOFF_CAP_MS : Math.min(BACKOFF_CAP_MS, 1_000 * 2 ** (Math.max(failures, 1) - 1));
        expect(wait).toBeGreaterThanOrEqual(BACKOFF_FLOOR_MS);
        expect(wait).toBeLessThanOrEqual(Math.max(ceiling, BACKOFF_FLOOR_MS));
        expect(Number.isInteger(wait)).toBe(true);
      }),
    );
  });

  it("spreads over the whole of its ceiling: that is what full jitter means", () => {
    expect([0, 0.25, 0.5, 0.75, 0.999].map((drawn) => backoffMs(10, drawn))).toEqual([
      100, 75_000, 150_000, 225_000, 299_700,
    ]);
  });

  it("of the probe is the same, and ends sooner", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fraction, (failures, drawn) => {
        const wait = probeBackoffMs(failures, drawn);
        expect(wait).toBeGreaterThanOrEqual(BACKOFF_FLOOR_MS);
        expect(wait).toBeLessThanOrEqual(PROBE_CAP_MS);
        // A link that is back after seconds is found as soon as ever.
        if (failures <= 7) expect(wait).toBe(backoffMs(failures, drawn));
      }),
    );
  });
});

describe("a Retry-After", () => {
  const date = "Wed, 02 Jan 2030 10:00:00 GMT";
  it.each([
    ["120", null, 120_000],
    [" 0 ", null, 0],
    ["9999999999", null, 3_600_000],
    ["3601", null, 3_600_000],
    ["Wed, 02 Jan 2030 12:00:00 GMT", date, 3_600_000],
    ["Wed, 02 Jan 2030 10:00:30 GMT", date, 30_000],
    ["Wed, 02 Jan 2030 09:59:00 GMT", date, 0],
    [new Date(START + 90_000).toUTCString(), "nonsense", 90_000],
    [new Date(START + 90_000).toUTCString(), null, 90_000],
    ["-5", date, expect.any(Number)],
    ["soon", date, null],
    ["", date, null],
    [null, date, null],
  ])("of %j with the service's date %j asks for %s ms", (text, serviceDate, ms) => {
    const asked = retryAfterMs(text, serviceDate, START);
    expect(asked).toEqual(ms);
    if (asked !== null) expect(asked).toBeGreaterThanOrEqual(0);
  });
});

describe("the link", () => {
  const up: Connectivity = { kind: "up", failures: 0, ramp: null };

  it("goes down once for all tries that fail together, and longer for each after", () => {
    const first = afterNoConnection(up, up, 1_000, 0.5);
    expect(first).toEqual({ kind: "down", since: 1_000, failures: 1, until: 1_500 });
    // Seven more that began while it was up tell nothing new.
    expect(afterNoConnection(first, up, 1_001, 0.9)).toBe(first);
    expect(afterNoConnection(first, first, 2_000, 0.5)).toEqual({
      kind: "down",
      since: 1_000,
      failures: 2,
      until: 3_000,
    });
  });

  it("waits longer each time for a peer that accepts a connection and closes it", () => {
    const down = afterNoConnection(up, up, 0, 0.5);
    const opened = afterOpened(down, 500);
    const again = afterNoConnection(opened, opened, 600, 0.5);
    expect(again).toMatchObject({ kind: "down", failures: 2, until: 1_600 });
    // An answer, or a connection that lasts, makes it begin anew.
    const answered = afterAnswer(opened, false, 600);
    expect(afterNoConnection(answered, answered, 700, 0.5)).toMatchObject({ failures: 1 });
    expect(afterOpened(opened, 600)).toEqual(up);
  });

  it("lets one connection be opened at a time until it is known to be up", () => {
    const down: Connectivity = { kind: "down", since: 0, failures: 3, until: 5_000 };
    expect(lanesOf({ kind: "untried" }, 0, 8)).toBe(1);
    expect([4_999, 5_000].map((at) => lanesOf(down, at, 8))).toEqual([0, 1]);
    expect(lanesOf(up, 0, 8)).toBe(8);
    expect(afterHint(down, 4_000)).toEqual({ kind: "down", since: 4_000, failures: 3, until: 4_000 });
    expect(afterHint(up, 4_000)).toBe(up);
  });

  const downSince = (since: number): Connectivity => ({ kind: "down", since, failures: 9, until: 100_000 });

  it("begins at full speed after a short outage, at the program's start and while it stays up", () => {
    for (const before of [downSince(40_001), { kind: "untried" } as const, up])
      expect(afterAnswer(afterOpened(before, 100_000), false, 100_000)).toEqual(up);
    // A clock that went back says nothing of a long outage.
    expect(afterOpened(downSince(900_000), 100_000)).toMatchObject({ kind: "up", ramp: null });
  });

  it("begins gently after a long outage: one at a time, with pauses that shrink at each good answer", () => {
    const begun = afterOpened(downSince(40_000), 100_000);
    expect(begun).toEqual({ kind: "up", failures: 9, ramp: { answers: 0, nextAt: 100_000 } });
    expect(lanesOf(begun, 100_000, 8)).toBe(1);
    const first = afterAnswer(begun, false, 100_000);
    expect([101_999, 102_000].map((at) => lanesOf(first, at, 8))).toEqual([0, 1]);
    expect([101_999, 102_000].map((at) => pauseEndsAt(first, at))).toEqual([102_000, null]);
    const next = afterAnswer(first, false, 103_000);
    expect(next).toEqual({ kind: "up", failures: 0, ramp: { answers: 2, nextAt: 104_800 } });
    // A service in trouble is given no more than before.
    expect(afterAnswer(next, true, 105_000)).toEqual({
      kind: "up",
      failures: 0,
      ramp: { answers: 2, nextAt: 106_620 },
    });
    expect(afterHint(begun, 101_000)).toMatchObject({ ramp: null });
  });

  it("is at full speed after thirty good answers", () => {
    let now = afterOpened(downSince(0), 100_000);
    let answers = 0;
    let at = 100_000;
    while (now.kind === "up" && now.ramp !== null) {
      at = now.ramp.nextAt;
      now = afterAnswer(now, false, at);
      answers += 1;
    }
    expect(answers).toBe(30);
    expect(at - 100_000).toBe(19_044);
    expect(now).toEqual(up);
  });
});

describe("the policy", () => {
  it("names an outcome for every status there is", () => {
    const outcomes = (status: number, retryAfter: string | null, repeat: Repeat = "converges") =>
      outcomeOf({ kind: "answer", status, body: "", retryAfter, date: null }, repeat, () => "accepted");
    for (let status = 200; status <= 599; status += 1) {
      const expected =
        status < 300
          ? "accepted"
          : status < 400
            ? "redirected"
            : status === 401
              ? "sign_in_needed"
              : [408, 425, 429].includes(status)
                ? "asked_to_wait"
                : status < 500
                  ? "refused"
                  : "server_error";
      expect(outcomes(status, null), String(status)).toBe(expected);
      const isDenied = expected !== "redirected" || status === 307 || status === 308;
      expect(outcomes(status, null, "may_apply_twice")).toBe(isDenied ? expected : "redirected_unknown");
      expect(outcomes(status, "1"), String(status)).toBe(status === 503 ? "asked_to_wait" : expected);
    }
  });

  it("never resends a POST of unknown outcome unless the owner says so, and a repeat that converges always", () => {
    for (const outcome of OUTCOMES) {
      const [post, put] = [OUTCOME_POLICY[outcome].may_apply_twice, OUTCOME_POLICY[outcome].converges];
      // An answer about something else, or one that ends the program, comes again whatever is sent.
      if (outcome === "no_evidence" || outcome === "answer_not_read") expect(put).toEqual(post);
      else expect(put.state).not.toBe("outcome_unknown");
      const isResent = post.state === "outcome_unknown" && put.state === "retry_wait";
      expect(verdictOf(outcome, "may_apply_twice", true)).toEqual(isResent ? put : post);
      expect(verdictOf(outcome, "converges", false)).toEqual(put);
    }
  });
});

describe("the service's words", () => {
  it.each([
    ['{"error":{"code":"stock","details":[{"message":"above the stock"}]}}', "stock; above the stock"],
    ['"not yours"', "not yours"],
    ["<h1>oops</h1>", "<h1>oops</h1>"],
    ["  \n ", ""],
    ["{}", "{}"],
    ['{"a":"same","b":"same"}', "same"],
    [
      '{"message":"Not accepted. lines.10.id: is not known.","fields":[{"field":"lines.10.id","reason":"is not known"},{"field":"lines.1","reason":"is not"}]}',
      "Not accepted. lines.10.id: is not known.; lines.1",
    ],
    ['{"__proto__":{"m":"kept"}}', "kept"],
  ])("of %j are %j", (body, words) => expect(serviceWords(body)).toBe(words));

  it("are short, whatever came, and never fail", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ maxLength: 40_000 }), fc.constant("[".repeat(90_000))),
        (body) => {
          expect(serviceWords(body).length).toBeLessThanOrEqual(501);
        },
      ),
    );
  });
});

describe("a throttled event", () => {
  it("comes at once, then at most once in a while, and the last is never lost", () => {
    const clock = new ManualClock();
    const at: number[] = [];
    const guarded = guardedClock(clock, () => undefined);
    const call = throttled(guarded, 100, () => at.push(clock.now() - START));
    for (let ms = 0; ms <= 250; ms += 10) {
      clock.runUntil(START + ms);
      call();
    }
    clock.runUntil(START + 1_000);
    expect(at).toEqual([0, 100, 200, 300]);
    // A clock that was set back must not silence it until it catches up.
    clock.turnTo(START - 86_400_000);
    call();
    clock.runUntil(clock.now());
    expect(at).toHaveLength(5);
    // Nothing comes once the timers have ended with their file.
    call();
    guarded.end();
    call();
    clock.runUntil(clock.now() + 1_000);
    expect(at).toHaveLength(5);
  });
});
