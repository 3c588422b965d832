import { describe, expect, it } from "vitest";
import { type EarlyFacts, earlyNotices } from "../../../../renderer/app/layout/early-notice-bar.tsx";

const well: EarlyFacts = {
  connection: { hasToken: true, practice: false },
  policyUnusable: false,
  tokenLost: false,
  clockDriftMs: 900,
  disk: "fine",
  backupIsOld: false,
};

describe("what is reported early", () => {
  it("put an owner's policy that can't be used before all others, also without a connection", () => {
    expect(earlyNotices({ ...well, connection: null, policyUnusable: true, disk: "low" })).toEqual([
      "policyUnusable",
      "diskLow",
    ]);
  });

  it("is nothing where all is well, or nothing is known yet", () => {
    expect(earlyNotices(well)).toEqual([]);
    expect(earlyNotices({ ...well, connection: null, clockDriftMs: null, disk: "unknown" })).toEqual([]);
  });

  it("is each problem by itself, the most pressing first", () => {
    const lost = { connection: { hasToken: false, practice: false }, tokenLost: true };
    expect(earlyNotices({ ...well, ...lost })).toEqual(["tokenLost"]);
    expect(earlyNotices({ ...well, disk: "low" })).toEqual(["diskLow"]);
    expect(earlyNotices({ ...well, disk: "nearly_full" })).toEqual(["diskFull"]);
    expect(earlyNotices({ ...well, disk: "full" })).toEqual(["diskNoRoom"]);
    expect(earlyNotices({ ...well, clockDriftMs: -61_000 })).toEqual(["clockOff"]);
    expect(earlyNotices({ ...well, backupIsOld: true })).toEqual(["backupOld"]);
    expect(
      earlyNotices({ ...well, ...lost, disk: "nearly_full", clockDriftMs: 3_600_000, backupIsOld: true }),
    ).toEqual(["tokenLost", "diskFull", "clockOff", "backupOld"]);
  });

  it("spares the practice shop the token and the backup, and a token that was given again", () => {
    const practice = { connection: { hasToken: false, practice: true }, tokenLost: true, backupIsOld: true };
    expect(earlyNotices({ ...well, ...practice })).toEqual([]);
    expect(earlyNotices({ ...well, tokenLost: true })).toEqual([]);
  });
});
