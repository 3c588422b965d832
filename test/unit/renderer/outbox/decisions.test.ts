import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "../../../../contract/channels/common.ts";
import { isDecidable, mayRecord } from "../../../../renderer/screens/outbox/decision-rules.ts";
import { askedFor, countOf, statesOf } from "../../../../renderer/screens/outbox/filters.ts";

describe("decisions", () => {
  it("exist only for entries that are not under way and not final", () => {
    expect(ENTRY_STATES.filter(isDecidable)).toEqual([
      "pending",
      "retry_wait",
      "outcome_unknown",
      "dead_letter",
    ]);
  });

  it("offer to mark as recorded only what the service has seen", () => {
    expect(mayRecord("outcome_unknown")).toBe(true);
    expect(mayRecord("pending")).toBe(false);
    expect(mayRecord("retry_wait")).toBe(false);
  });
});

describe("filters", () => {
  const counts = { pending: 1, in_flight: 2, retry_wait: 3, outcome_unknown: 4, dead_letter: 5 };

  it("count what they show, and nothing the engine keeps no count of", () => {
    expect(countOf("open", counts)).toBe(15);
    expect(countOf("decide", counts)).toBe(9);
    expect(countOf("retry_wait", counts)).toBe(3);
    expect(countOf("confirmed", counts)).toBeNull();
    expect(countOf("open", undefined)).toBeNull();
  });

  it("ask for every state only by asking for none", () => {
    expect(statesOf("all")).toBeUndefined();
    expect(statesOf("decide")).toEqual(["outcome_unknown", "dead_letter"]);
    expect(askedFor("all")).toEqual({});
  });

  it("keep the corrected entries apart from the discarded ones", () => {
    expect(askedFor("discarded")).toEqual({ corrected: false });
    expect(askedFor("corrected")).toEqual({ corrected: true });
    expect(countOf("corrected", counts)).toBeNull();
  });
});
