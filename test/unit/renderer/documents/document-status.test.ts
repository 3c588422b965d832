import { describe, expect, it } from "vitest";
import type { Outcome, Resolution } from "../../../../contract/channels/posting.ts";
import { ENTRY_STATES, type EntryState } from "../../../../contract/entry-states.ts";
import {
  type DocumentDetail,
  documentStatusOf,
} from "../../../../renderer/screens/documents/document-status.tsx";

function known(
  state: EntryState | null,
  over: Partial<Pick<DocumentDetail, "transaction" | "rawAnswer">> = {},
  serviceAmount: string | null = null,
  correctedByEntryId: string | null = null,
  lastOutcome: Outcome | null = null,
  resolution: Resolution | null = null,
) {
  const document = {
    serialNo: "s",
    kind: "purchaseReturn" as const,
    note: "",
    currencyId: "USD",
    subject: "",
    localAmount: "1",
    serviceAmount,
    serviceStatus: null,
    state,
    createdAt: "",
    correctedByEntryId,
    confirmedByStaff: false,
  };
  const entries: DocumentDetail["entries"] =
    state === null
      ? []
      : [
          {
            entryId: "e",
            state,
            correctedByEntryId,
            createdAt: "",
            kind: "purchaseReturn",
            lastOutcome,
            resolution,
            person: null,
            approver: null,
          },
        ];
  return { document, transaction: null, rawAnswer: null, entries, ...over };
}

describe("what may be claimed about a document", () => {
  it("is nothing of the service's before it answered", () => {
    const of = (state: EntryState) => documentStatusOf(known(state));
    expect(ENTRY_STATES.map(of)).toEqual([
      ...["waiting", "waiting", "waiting", "unknown", "refused", "byHand", "discarded"],
    ]);
  });

  it("is that it was corrected where another entry took its place, not that it was discarded", () => {
    expect(documentStatusOf(known("discarded", {}, null, "e2"))).toBe("corrected");
  });

  it("is the service's answer only where that answers the newest entry", () => {
    const answered = { transaction: { id: 1 }, rawAnswer: "[]" };
    expect(documentStatusOf(known("confirmed", answered))).toBe("answered");
    expect(documentStatusOf(known(null, answered))).toBe("answered");
    for (const state of ENTRY_STATES.filter((one) => one !== "confirmed"))
      expect(documentStatusOf(known(state, answered)), state).toBe("answeredEarlier");
  });

  it("is the raw answer where no transaction could be read in it", () => {
    expect(documentStatusOf(known("confirmed", { rawAnswer: "ok" }))).toBe("notUnderstood");
  });

  it("is someone's word where they confirmed it after an answer that is no evidence", () => {
    const found = { kind: "marked_recorded", words: "page 4", at: "", person: null, approver: null } as const;
    expect(documentStatusOf(known("confirmed", { rawAnswer: "ok" }, null, null, null, found))).toBe("byHand");
  });

  it("is that the answer is about something else only where the newest attempt had that answer", () => {
    const of = (outcome: Outcome) =>
      documentStatusOf(known("outcome_unknown", { rawAnswer: "{}" }, null, null, outcome));
    expect([of("no_evidence"), of("answer_lost"), of("interrupted")]).toEqual([
      ...["noEvidence", "unknown", "unknown"],
    ]);
  });

  it("is a file's or another answer's where nothing was entered here", () => {
    expect(documentStatusOf(known(null))).toBe("file");
    expect(documentStatusOf(known(null, {}, "12"))).toBe("otherAnswer");
  });
});
