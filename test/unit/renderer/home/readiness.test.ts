import { describe, expect, it } from "vitest";
import { linkHealth, type RecentAttempt } from "../../../../renderer/screens/home/connection-strip.tsx";
import { type Facts, readiness } from "../../../../renderer/screens/home/readiness-panel.tsx";
import { withoutValue } from "../../../../renderer/screens/home/undecided.ts";

const NOW = Date.parse("2026-03-10T00:00:00.000Z");
const facts = (over: Partial<Facts> = {}): Facts => ({
  hasToken: true,
  thisRunOnly: false,
  products: { live: 10, importedAt: "2026-03-09T00:00:00.000Z" },
  accounts: 3,
  clockDriftMs: 400,
  disk: "fine",
  backup: { lastAt: "2026-03-09T00:00:00.000Z", isOld: false, second: null },
  printer: { chosen: "till", names: ["till", "office"] },
  now: NOW,
  ...over,
});

describe("readiness", () => {
  it("is fine where everything is at hand", () => {
    expect(readiness(facts())).toEqual({
      token: "held",
      products: "fresh",
      accounts: "some",
      clock: "good",
      disk: "fine",
      backup: "fresh",
      printer: "chosen",
    });
  });

  it("names a token that is missing or ends with the run", () => {
    expect(readiness(facts({ hasToken: false })).token).toBe("none");
    expect(readiness(facts({ thisRunOnly: true })).token).toBe("thisRun");
  });

  it("names reference data that is missing or a week old", () => {
    expect(readiness(facts({ products: { live: 0, importedAt: null } })).products).toBe("none");
    expect(readiness(facts({ products: { live: 9, importedAt: "2026-03-02T00:00:00.000Z" } })).products).toBe(
      "old",
    );
  });

  it("knows a backup that is old, missing or not known of", () => {
    expect(readiness(facts({ backup: null })).backup).toBe("unknown");
    expect(readiness(facts({ backup: { lastAt: null, isOld: false, second: null } })).backup).toBe("none");
    expect(readiness(facts({ backup: { lastAt: null, isOld: true, second: null } })).backup).toBe("old");
  });

  it("doesn't call a backup fine that could not go to the second folder", () => {
    const at = "2026-03-09T00:00:00.000Z";
    const second = { folder: "/media/stick", lastAt: null, files: 0, isSameDisk: false };
    const backup = (problem: { kind: "unreachable"; message: string; at: string } | null) =>
      readiness(facts({ backup: { lastAt: at, isOld: false, second: { ...second, problem } } })).backup;
    expect(backup({ kind: "unreachable", message: "gone", at })).toBe("hereOnly");
    expect(backup(null)).toBe("fresh");
  });

  it("knows a printer that asks, is gone, is none, or was never known", () => {
    const printer = (chosen: string | null, names: readonly string[] | null) =>
      readiness(facts({ printer: { chosen, names } })).printer;
    expect(printer(null, ["till"])).toBe("asks");
    expect(printer("old", ["till"])).toBe("gone");
    expect(printer("till", [])).toBe("none");
    expect(printer("till", null)).toBe("unknown");
  });

  it("claims nothing of a clock that was never compared, and finds one that is off either way", () => {
    expect(readiness(facts({ clockDriftMs: null })).clock).toBe("unknown");
    expect(readiness(facts({ clockDriftMs: -61_000 })).clock).toBe("off");
    expect(readiness(facts({ clockDriftMs: 61_000 })).clock).toBe("off");
  });
});

describe("what is unsent without a value", () => {
  const counts = { pending: 9_990, in_flight: 1, retry_wait: 9, outcome_unknown: 1, dead_letter: 1 };
  it("is all that is open and not among the values", () => {
    expect(withoutValue(counts, [{ entries: 1 }, { entries: 4 }])).toBe(9_997);
    expect(withoutValue(counts, [])).toBe(10_002);
  });

  it("is never less than nothing, and nothing where nothing is known", () => {
    expect(withoutValue(counts, [{ entries: 20_000 }])).toBe(0);
    expect(withoutValue(undefined, [])).toBe(0);
  });
});

describe("the link", () => {
  const attempt = (outcome: RecentAttempt["outcome"], elapsedMs: number): RecentAttempt => ({
    startedAt: "2026-03-09T00:00:00.000Z",
    elapsedMs,
    outcome,
  });

  it("counts a refusal as an answer and a lost answer as none", () => {
    const health = linkHealth([
      attempt("accepted", 100),
      attempt("refused", 300),
      attempt("answer_lost", 9_000),
      attempt("no_connection", 5),
    ]);
    expect(health).toEqual({ answered: 2, total: 4, median: 100 });
  });

  it("says nothing of times where nothing was answered", () => {
    expect(linkHealth([attempt("no_connection", 5)])).toEqual({
      answered: 0,
      total: 1,
      median: null,
    });
  });
});
