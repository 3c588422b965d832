/**
 * What is known of the way to the service: a pure state with pure steps.
 *
 *   untried ──contact──▶ up ──no connection──▶ down(until) ──contact──▶ up
 *      └──────no connection──────────────────────▲  └─no connection again: longer─┘
 *
 * While it is down nobody is sent but one try at `until`; so however many entries wait, the service sees one
 * counter knock once, and every wait has its own jitter.
 */
import { backoffMs } from "./backoff.ts";

export type Connectivity =
  | { kind: "untried" }
  | { kind: "up"; trouble: boolean }
  | { kind: "down"; failures: number; until: number };

/** No connection could be made by a try that began while `before` held. */
export function afterNoConnection(
  now: Connectivity,
  before: Connectivity,
  at: number,
  fraction: number,
): Connectivity {
  // Eight sends that fail together are one failure: only the first of them makes the wait longer.
  if (now.kind === "down" && now !== before) return now;
  const failures = now.kind === "down" ? now.failures + 1 : 1;
  return { kind: "down", failures, until: at + backoffMs(failures, fraction) };
}

/** The service answered; `trouble` where it asked to wait or failed. */
export const afterContact = (trouble: boolean): Connectivity => ({ kind: "up", trouble });

/** A person, or the system's hint that the network came back, asks for a try now. */
export const afterHint = (now: Connectivity, at: number): Connectivity =>
  now.kind === "down" ? { ...now, until: at } : now;

/** How many may be under way at the moment. */
export function slotsOf(now: Connectivity, at: number, most: number, underWay: number): number {
  switch (now.kind) {
    case "up":
      return Math.max(0, most - underWay);
    case "untried":
      return Math.max(0, 1 - underWay);
    case "down":
      return at < now.until ? 0 : Math.max(0, 1 - underWay);
  }
}
