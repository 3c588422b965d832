/** What the link tells of the service's trouble and of connections that are closed unused. */
import { expect, it } from "vitest";
import type { RemoteResult } from "../../../../../main/engine/core/remote/client.ts";
import { createLinkMonitor } from "../../../../../main/engine/core/sync/link-monitor.ts";
import { ManualClock, START, writtenRandomness } from "../../../../helpers/clock.ts";

function openLink() {
  const told: string[] = [];
  const ports = { clock: new ManualClock(START), randomness: writtenRandomness(0.5) };
  const link = createLinkMonitor(ports, { open: async () => true, opening: () => 0 }, 8, {
    cameUp: () => void told.push("came up"),
    serviceTroubleEnded: () => void told.push("trouble ended"),
    looked: () => void told.push("looked"),
    isOpen: () => true,
    isOver: () => false,
  });
  const answered = (outcome: "accepted" | "server_error", status: number) => {
    const result: RemoteResult = { kind: "answer", status, body: "[]", retryAfter: null, date: null };
    const entry = { sequence: 1, kind: "purchaseReturn" as const, last_outcome: null };
    link.learn({ entry, result, outcome, before: link.sending(), startedAt: START });
  };
  return { link, told, answered };
}

it("what the service refused before is released only where a trouble ended", () => {
  const { told, answered } = openLink();
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
    const { link } = openLink();
    link.open();
    await Promise.resolve();
    expect(link.connectivity().kind).toBe("up");
    link.dropped(afterMs);
    expect([afterMs, link.connectivity().kind]).toEqual([afterMs, kind]);
  }
});
