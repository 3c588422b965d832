/** What the line tells of the service's trouble and of connections that are closed unused. */
import { expect, it } from "vitest";
import type { RemoteResult } from "../../../../main/engine/remote/client.ts";
import { createLine } from "../../../../main/engine/sync/line.ts";
import { ManualClock, START, writtenRandomness } from "../../../helpers/clock.ts";

function openLine() {
  const told: string[] = [];
  const line = createLine({
    lanes: { open: async () => true, opening: () => 0 },
    clock: new ManualClock(START),
    randomness: writtenRandomness(0.5),
    parallel: 8,
    cameUp: () => void told.push("came up"),
    troubleEnded: () => void told.push("trouble ended"),
    looked: () => void told.push("looked"),
    isOpen: () => true,
    isOver: () => false,
  });
  const answered = (outcome: "accepted" | "server_error", status: number) => {
    const result: RemoteResult = { kind: "answer", status, body: "[]", retryAfter: null, date: null };
    const entry = { sequence: 1, kind: "purchaseReturn" as const, last_outcome: null };
    line.learn({ entry, result, outcome, before: line.sending(), startedAt: START });
  };
  return { line, told, answered };
}

it("what the service refused before is released only where a trouble ended", () => {
  const { told, answered } = openLine();
  answered("accepted", 200);
  answered("accepted", 200);
  expect(told).toEqual([]);
  answered("server_error", 500);
  expect(told).toEqual([]);
  answered("accepted", 200);
  expect(told).toEqual(["trouble ended"]);
});

it("a connection that is closed unused within a second was none, and a clock that went back says nothing", async () => {
  for (const [afterMs, kind] of [
    [-1, "up"],
    [0, "down"],
    [1_000, "down"],
    [1_001, "up"],
  ] as const) {
    const { line } = openLine();
    line.open();
    await Promise.resolve();
    expect(line.connectivity().kind).toBe("up");
    line.dropped(afterMs);
    expect([afterMs, line.connectivity().kind]).toEqual([afterMs, kind]);
  }
});
