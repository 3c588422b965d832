/** Which stops of its way an entry has passed, and at which it is or broke. */
import { describe, expect, it } from "vitest";
import { OUTCOMES } from "../../../../contract/channels/posting.ts";
import { journeyOf } from "../../../../renderer/screens/outbox/entry-detail.tsx";
import { attempt, entry } from "../../../helpers/printed-entries.ts";

const BY = { words: "page 4", at: "2026-03-01T08:00:00.000Z", person: null, approver: null };
const marks = (of: Parameters<typeof entry>[0]) => {
  const { counter, connection, central } = journeyOf(entry(of));
  return [counter, connection, central].map(({ mark, words }) => `${mark} ${words}`);
};

describe("the journey of an entry", () => {
  it("that waits ends at the connection, and nothing has arrived", () => {
    expect(marks({ state: "pending" })).toEqual(["done saved", "waits notSent", "ahead nothing"]);
    expect(marks({ state: "in_flight" })).toEqual(["done saved", "going sending", "ahead nothing"]);
    const attempts = [attempt({ outcome: "no_connection" })];
    expect(marks({ state: "retry_wait", attempts })).toEqual([
      "done saved",
      "waits triesAgain",
      "ahead nothing",
    ]);
  });

  it("whose answer was lost breaks at the connection, and the central system may have it", () => {
    expect(marks({ state: "outcome_unknown", attempts: [attempt()] })).toEqual([
      "done saved",
      "doubt answerLost",
      "ahead mayHave",
    ]);
  });

  it("that came back with a file says only that it may have been sent", () => {
    expect(
      marks({ state: "outcome_unknown", lastProblem: { code: "may_have_been_sent", params: {} } }),
    ).toEqual(["done saved", "doubt unsure", "ahead mayHave"]);
  });

  it("that was refused, or answered about something else, breaks at the central system", () => {
    expect(marks({ state: "dead_letter" })[2]).toBe("refused refused");
    const attempts = [attempt({ outcome: "no_evidence", httpStatus: 200, responseBody: "[]" })];
    expect(marks({ state: "outcome_unknown", attempts })).toEqual([
      "done saved",
      "done sent",
      "doubt otherAnswer",
    ]);
  });

  it("claims a confirmation only where the central system or a person gave one", () => {
    expect(marks({ state: "confirmed" })).toEqual(["done saved", "done sent", "done confirmed"]);
    expect(marks({ state: "confirmed", resolution: { kind: "marked_recorded", ...BY } })[2]).toBe(
      "done byHand",
    );
    const attempts = [attempt({ outcome: "accepted", httpStatus: 200, responseBody: "[]" })];
    expect(marks({ state: "confirmed", attempts })[2]).toBe("doubt otherAnswer");
    for (const outcome of OUTCOMES)
      for (const state of ["retry_wait", "outcome_unknown", "dead_letter", "discarded"] as const)
        expect(marks({ state, attempts: [attempt({ outcome })] })[2]).not.toMatch(/^done/);
  });

  it("that was discarded ends where it was entered, with what is known of the rest", () => {
    expect(marks({ state: "discarded" })).toEqual(["ended discarded", "ahead notSent", "ahead nothing"]);
    expect(marks({ state: "discarded", attempts: [attempt()] })).toEqual([
      "ended discarded",
      "ahead answerLost",
      "ahead mayHave",
    ]);
    expect(marks({ state: "discarded", correctedByEntryId: "c" })[0]).toBe("ended corrected");
  });
});
