import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BackupFile,
  type BackupMade,
  expendable,
  isOld,
  OLD_AFTER_MS,
} from "../../../../main/engine/file/backups/backup-files.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-03-01T08:30:00.000Z");
const file = (hoursAgo: number, made: BackupMade = "by_itself"): BackupFile => ({
  path: `${hoursAgo} ${made}`,
  at: NOW - hoursAgo * HOUR,
  made,
  bytes: 1,
  reach: { recoveries: 0, entry: 0, attempt: 0, audit: 0 },
});
const hourly = (count: number): BackupFile[] => Array.from({ length: count }, (_, hour) => file(hour));

describe("the backups that are kept", () => {
  it("are one of each of 24 hours, 7 days and 4 weeks", () => {
    const files = hourly(24 * 60);
    const gone = new Set(expendable(files));
    const kept = files.filter((each) => !gone.has(each));
    for (const each of files.slice(0, 24)) expect(kept).toContain(each);
    expect(kept.length).toBeLessThanOrEqual(24 + 7 + 4);
    const days = new Set(kept.map(({ at }) => Math.floor(at / (24 * HOUR))));
    expect(days.size).toBeGreaterThanOrEqual(7);
    expect(Math.min(...kept.map(({ at }) => at))).toBeLessThan(NOW - 14 * 24 * HOUR);
  });

  it("are the newest two also where both are of one hour", () => {
    const files = [file(0), file(0.1), file(0.2), file(0.3)];
    expect(expendable(files)).toEqual(files.slice(2));
  });

  it("are the newest three from before a migration", () => {
    const files = [...hourly(2), ...[30, 31, 32, 33, 34].map((hours) => file(hours, "before_migration"))];
    expect(expendable(files)).toEqual(files.slice(5));
  });

  it("always hold the newest two and whatever a person made", () => {
    const one = fc.record({
      hoursAgo: fc.integer({ min: 0, max: 5_000 }),
      made: fc.constantFrom<BackupMade>("by_hand", "by_itself", "before_migration"),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 80 }), (made) => {
        const files = made.map((each) => file(each.hoursAgo, each.made)).sort((a, b) => b.at - a.at);
        const gone = expendable(files);
        for (const each of files.slice(0, 2)) expect(gone).not.toContain(each);
        for (const each of gone) expect(each.made).not.toBe("by_hand");
        const left = files.filter((each) => !gone.includes(each));
        // What is kept once is kept again: nothing shrinks by looking twice.
        expect(expendable(left)).toEqual([]);
      }),
    );
  });
});

it("a backup is old when something has stood in none for hours", () => {
  expect(isOld(null, NOW)).toBe(false);
  expect(isOld(NOW - OLD_AFTER_MS + 1, NOW)).toBe(false);
  expect(isOld(NOW - OLD_AFTER_MS, NOW)).toBe(true);
});
