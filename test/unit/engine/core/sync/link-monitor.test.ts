/** What the link says of the service's trouble and of connections that are closed unused. */
import { expect, it } from "vitest";
import type { RemoteResult } from "../../../../../main/engine/core/remote/client.ts";
import { createLinkMonitor } from "../../../../../main/engine/core/sync/link-monitor.ts";
import { ManualClock, START, writtenRandomness } from "../../../../helpers/clock.ts";

function openLink() {
  const said: string[] = [];
  const ports = { clock: new ManualClock(START), randomness: writtenRandomness(0.5) };
  const link = createLinkMonitor(ports, { open: async () => true, opening: () => 0 }, 8, {
    cameUp: () => void said.push("came up"),
    serviceTroubleEnded: () => void said.push("trouble ended"),
    looked: () => void said.push("looked"),
    isOpen: () => true,
    isOver: () => false,
  });
  const answered = (outcome: "accepted" | "server_error", status: number) => {
    const result: RemoteResult = { kind: "answer", status, body: "[]", retryAfter: null, date: null };
    const entry = { sequence: 1, kind: "purchaseReturn" as const, last_outcome: null };
    link.learn({ entry, result, outcome, before: link.sending(), startedAt: START });
  };
  return { link, said, answered };
}

it("what the service refused before is released only where a trouble ended", () => {
  const { said, answered } = openLink();
  answered("accepted", 200);
  answered("accepted", 200);
  expect(said).toEqual([]);
  answered("server_error", 500);
  expect(said).toEqual([]);
  answered("accepted", 200);
  expect(said).toEqual(["trouble ended"]);
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
