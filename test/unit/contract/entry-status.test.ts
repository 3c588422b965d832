import { describe, expect, it } from "vitest";
import type { Resolution } from "../../../contract/channels/posting.ts";
import { ENTRY_STATES, shownState } from "../../../contract/entry-states.ts";
import { entryStatus, statusOfEntry } from "../../../contract/entry-status.ts";
import { attempt, entry } from "../../helpers/printed-entries.ts";

const by = (kind: Resolution["kind"]): Resolution => ({
  kind,
  words: "seen",
  at: "2026-03-09T10:00:00.000Z",
  person: null,
  approver: null,
});
const known = { correctedByEntryId: null, resolution: null, answerUnderstood: true };

describe("the status of an entry", () => {
  it("is its state where nothing more is known", () => {
    expect(ENTRY_STATES.map((state) => entryStatus({ ...known, state }, true))).toEqual([...ENTRY_STATES]);
  });

  it("is without evidence only where an answer is what it rests on", () => {
    const without = ENTRY_STATES.map((state) => entryStatus({ ...known, state }, false));
    expect(without.filter((status, at) => status !== ENTRY_STATES[at])).toEqual([
      "noEvidence",
      "confirmedWithoutEvidence",
    ]);
    const wrong = [attempt({ outcome: "accepted_not_understood", responseBody: "[]" })];
    expect(statusOfEntry(entry({ state: "confirmed", attempts: wrong }))).toBe("confirmedWithoutEvidence");
  });

  it("tells a confirmed one by who confirmed it, and by how well its answer was understood", () => {
    const confirmed = { ...known, state: "confirmed" } as const;
    const of = (kind: Resolution["kind"]) => entryStatus({ ...confirmed, resolution: by(kind) }, true);
    expect(of("marked_recorded")).toBe("confirmedByHand");
    expect(entryStatus({ ...confirmed, answerUnderstood: false }, true)).toBe("confirmedOdd");
  });

  it("is reported as confirmed by staff where a person saw it in the books", () => {
    const row = { correctedByEntryId: null, confirmedByStaff: true };
    expect(shownState({ ...row, state: "confirmed" })).toBe("confirmedByStaff");
    expect(shownState({ ...row, confirmedByStaff: false, state: "confirmed" })).toBe("confirmed");
    expect(shownState({ ...row, state: null })).toBeNull();
  });

  it("is corrected where another entry took its place", () => {
    expect(entryStatus({ ...known, state: "discarded", correctedByEntryId: "e2" }, true)).toBe("corrected");
  });
});
