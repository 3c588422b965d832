/** The last 24 hours of the connection, as Home draws them. */
import { describe, expect, it } from "vitest";
import {
  connectionHours,
  HOURS,
  type RecentAttempt,
} from "../../../../renderer/screens/home/connection-strip.tsx";

const NOW = Date.parse("2026-03-09T12:00:00.000Z");
const attempt = (time: string, outcome: RecentAttempt["outcome"]): RecentAttempt => ({
  startedAt: `2026-03-09T${time}:00.000Z`,
  elapsedMs: 100,
  outcome,
});
const statesOf = (attempts: RecentAttempt[], isAll = true) =>
  connectionHours(attempts, NOW, isAll).map(({ state }) => state);

describe("the hours of the connection", () => {
  it("are 24, the last of them until now, and quiet where nothing was sent", () => {
    const states = statesOf([attempt("11:59", "accepted")]);
    expect(states).toHaveLength(HOURS);
    expect(states.at(-1)).toBe("answered");
    expect(states.slice(0, -1).every((state) => state === "quiet")).toBe(true);
  });

  it("show the worst of an hour, and count all of it", () => {
    const [hour] = connectionHours(
      [attempt("09:10", "accepted"), attempt("09:20", "server_error"), attempt("09:30", "no_connection")],
      NOW,
      true,
    ).filter(({ total }) => total > 0);
    expect(hour).toMatchObject({ state: "noLink", answered: 1, total: 3 });
  });

  it("before the first attempt that is known are not called quiet", () => {
    const states = statesOf([attempt("10:30", "accepted"), attempt("11:30", "accepted")], false);
    expect(states.slice(-3)).toEqual(["notCounted", "answered", "answered"]);
    expect(states).not.toContain("quiet");
  });

  it("leave out what is older than a day", () => {
    expect(
      connectionHours(
        [{ ...attempt("11:00", "refused"), startedAt: "2026-03-08T11:00:00.000Z" }],
        NOW,
        true,
      ).every(({ total }) => total === 0),
    ).toBe(true);
  });
});
