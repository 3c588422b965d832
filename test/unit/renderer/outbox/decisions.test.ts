import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "../../../../contract/entry-states.ts";
import { isDecidable, mayRecord } from "../../../../renderer/features/decisions.tsx";
import {
  askedFor,
  countOf,
  filterNamed,
  firstFilter,
} from "../../../../renderer/screens/outbox/entry-list.tsx";

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

describe("the lanes of the outbox", () => {
  const counts = { pending: 1, in_flight: 2, retry_wait: 3, outcome_unknown: 4, dead_letter: 5 };
  const none = { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 };

  it("count what they show, and nothing the engine keeps no count of", () => {
    expect(countOf("decide", counts)).toBe(9);
    expect(countOf("onTheWay", counts)).toBe(6);
    expect(countOf("done", counts)).toBeNull();
    expect(countOf("decide", undefined)).toBeNull();
  });

  it("hold every state once, and ask for all only by asking for none", () => {
    const asked = (["decide", "onTheWay", "done"] as const).flatMap((lane) => askedFor(lane).states ?? []);
    expect(asked.toSorted()).toEqual(ENTRY_STATES.toSorted());
    expect(askedFor("all")).toEqual({});
  });

  it("open with what waits for a person, else with what is on its way, else with all", () => {
    expect(firstFilter(counts)).toBe("decide");
    expect(firstFilter({ ...none, retry_wait: 1 })).toBe("onTheWay");
    expect(firstFilter(none)).toBe("all");
    expect(firstFilter(undefined)).toBe("all");
  });

  it("are named by the links that lead to them", () => {
    expect(filterNamed("to-decide")).toBe("decide");
    expect(filterNamed("")).toBeNull();
  });
});
