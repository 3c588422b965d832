import { describe, expect, it } from "vitest";
import { SYNC_STATES, type SyncStatus } from "../../../../contract/channels/connection.ts";
import { syncTruth } from "../../../../renderer/app/layout/status-pill.tsx";

const status = (state: SyncStatus["state"], counts: Partial<SyncStatus["counts"]> = {}): SyncStatus => ({
  state,
  counts: { pending: 0, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0, ...counts },
  oldestUnsentAt: null,
  lastConfirmedAt: null,
  clockDriftMs: null,
  nextAttemptAt: null,
  lastContactAt: "2026-03-01T00:00:00.000Z",
  needsAttention: 0,
});
const truthOf = (status: SyncStatus | undefined, connected: boolean | undefined = true, engineUp = true) =>
  syncTruth({ engineUp, refused: false, busy: null, connected, status, isBefore: false });

describe("the truth of sending", () => {
  it("is green only where nothing at all is open", () => {
    const open: Partial<SyncStatus["counts"]>[] = [
      { pending: 1 },
      { in_flight: 1 },
      { retry_wait: 1 },
      { outcome_unknown: 1 },
      { dead_letter: 1 },
    ];
    for (const counts of open)
      expect(truthOf(status("online", counts)).tone, JSON.stringify(counts)).not.toBe("good");
    expect(truthOf(status("online"))).toMatchObject({ state: "allSent", tone: "good" });
  });

  it("claims nothing before the first contact", () => {
    expect(truthOf({ ...status("online"), lastContactAt: null }).state).toBe("notTried");
    expect(truthOf({ ...status("offline"), lastContactAt: null }).state).toBe("notTried");
    expect(truthOf(status("offline", { pending: 1 })).state).toBe("offline");
    expect(truthOf(undefined).state).toBe("asking");
  });

  it("claims nothing of the link from before this start, and shows the counts as last known", () => {
    const before = { engineUp: true, refused: false, busy: null, connected: true, isBefore: true } as const;
    for (const state of SYNC_STATES)
      expect(syncTruth({ ...before, status: status(state, { pending: 3, dead_letter: 1 }) })).toMatchObject({
        state: "asking",
        unsent: 3,
        decisions: 1,
        known: "before",
      });
  });

  it("tells entries to decide apart from unsent ones", () => {
    const truth = truthOf(status("online", { retry_wait: 2, outcome_unknown: 1, dead_letter: 3 }));
    expect(truth).toMatchObject({ state: "sending", unsent: 2, decisions: 4 });
    expect(truthOf(status("online", { dead_letter: 1 })).state).toBe("decide");
  });

  it("asks for the decision after a lost answer where nothing else is to be sent, as after a restart", () => {
    const lost = { outcome_unknown: 1 };
    expect(truthOf(status("service_trouble", lost)).state).toBe("decide");
    expect(truthOf(status("service_trouble", { ...lost, retry_wait: 1 })).state).toBe("serviceTrouble");
    expect(truthOf(status("service_trouble")).state).toBe("serviceTrouble");
  });

  it("puts a stopped engine and a missing connection before what was known last", () => {
    expect(truthOf(status("online"), true, false).state).toBe("engineDown");
    expect(truthOf(status("online"), false).state).toBe("notConnected");
  });

  it("of a file that is being recovered tells the numbers known last, and never that all is sent", () => {
    const counts = { pending: 3, in_flight: 0, retry_wait: 0, outcome_unknown: 1, dead_letter: 0 };
    const busy = { state: "recovering", counts, oldestUnsentAt: null, knownAt: null, cause: null } as const;
    const known = {
      engineUp: true,
      refused: false,
      connected: true,
      status: status("online"),
      isBefore: false,
    };
    expect(syncTruth({ ...known, busy })).toMatchObject({
      state: "recovering",
      unsent: 3,
      decisions: 1,
      known: "before",
    });
    expect(syncTruth({ ...known, busy: { ...busy, state: "waiting", counts: null } })).toMatchObject({
      state: "waiting",
      tone: "bad",
      known: "nothing",
    });
  });

  it("has one set of numbers for the pill and its panel, also while the file is away", () => {
    const counts = { pending: 3, in_flight: 0, retry_wait: 0, outcome_unknown: 1, dead_letter: 0 };
    const busy = { state: "recovering", counts, oldestUnsentAt: "2026-03-01T00:00:00.000Z" } as const;
    // What the page knows last may be another connection's.
    const known = {
      engineUp: true,
      refused: false,
      connected: true,
      status: status("online", { pending: 9 }),
      isBefore: false,
    };
    const away = syncTruth({ ...known, busy: { ...busy, knownAt: null, cause: null } });
    expect(away).toMatchObject({ unsent: 3, decisions: 1, counts, oldestUnsentAt: busy.oldestUnsentAt });
    const unknown = syncTruth({ ...known, busy: { ...busy, counts: null, knownAt: null, cause: null } });
    expect(unknown).toMatchObject({ unsent: 0, decisions: 0, counts: null });
    expect(truthOf(status("online", { pending: 9 }))).toMatchObject({ unsent: 9, counts: { pending: 9 } });
    expect(truthOf(undefined).counts).toBeNull();
  });

  it("says that the books are not opened, and not that it still asks", () => {
    const known = {
      engineUp: true,
      refused: true,
      busy: null,
      connected: undefined,
      status: undefined,
      isBefore: false,
    };
    expect(syncTruth(known)).toMatchObject({ state: "refused", tone: "bad" });
  });
});
