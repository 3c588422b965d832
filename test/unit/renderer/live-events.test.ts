import { describe, expect, it } from "vitest";
import { staleAfter } from "../../../renderer/live-events.ts";

describe("what an event makes stale", () => {
  it("is everything where the books are others", () => {
    expect(staleAfter({ event: "connection.changed", payload: { connected: true } })).toBe("all");
    expect(staleAfter({ event: "engine.ready", payload: { pid: 1 } })).toBe("all");
  });

  it("is the outbox and the documents where an entry moved", () => {
    const stale = staleAfter({
      event: "outbox.changed",
      payload: { entryId: "e", state: "confirmed", serialNo: null },
    });
    expect(stale).toEqual(
      expect.arrayContaining(["outbox.list", "outbox.get", "outbox.summary", "documents.get"]),
    );
  });

  it("waits for the end of an import", () => {
    const progress = { kind: "product", importId: null, rows: 10, dryRun: false } as const;
    expect(
      staleAfter({ event: "referenceData.importProgressed", payload: { ...progress, done: false } }),
    ).toEqual([]);
    expect(
      staleAfter({ event: "referenceData.importProgressed", payload: { ...progress, done: true } }),
    ).toContain("mirror.search");
  });
});
