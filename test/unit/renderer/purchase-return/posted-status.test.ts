import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "../../../../contract/entry-states.ts";
import { entryStatus } from "../../../../contract/entry-status.ts";
import ar from "../../../../renderer/i18n/ar/purchase-return.json" with { type: "json" };
import en from "../../../../renderer/i18n/en/purchase-return.json" with { type: "json" };
import { postedStatusOf } from "../../../../renderer/screens/purchase-return/notices.tsx";

const of = (state: (typeof ENTRY_STATES)[number], correctedByEntryId: string | null = null) =>
  postedStatusOf(entryStatus({ state, correctedByEntryId, resolution: null, answerUnderstood: true }, true));

describe("the notice about the return that was entered last", () => {
  it("is calm only while nothing is to be decided", () => {
    expect(postedStatusOf(null)).toEqual({ outcome: "kept", kind: "info" });
    expect(ENTRY_STATES.map((state) => of(state).kind)).toEqual([
      ...["info", "info", "info", "warn", "bad", "good", "info"],
    ]);
  });

  it("says of an unknown outcome that it is unknown, and of a refusal that it was refused", () => {
    expect(of("outcome_unknown").outcome).toBe("unknown");
    expect(of("dead_letter").outcome).toBe("refused");
  });

  it("doesn't say why an outcome is unknown: the answer may be lost, or not about the return", () => {
    expect(en.purchaseReturn.posted.unknown).not.toMatch(/answer/);
    expect(ar.purchaseReturn.posted.unknown).not.toMatch(/الرد|الجواب/);
  });

  it("is amber where an answer that was not about the return counts as confirmed", () => {
    expect(postedStatusOf("confirmedWithoutEvidence")).toEqual({ outcome: "uncertain", kind: "warn" });
  });

  it("says of a replaced one that it was corrected, not that it was discarded", () => {
    expect(of("discarded").outcome).toBe("discarded");
    expect(of("discarded", "e2").outcome).toBe("corrected");
  });
});
