/** When an entry is tried again after a result. */
import type { Randomness } from "../../ports.ts";
import type { RemoteResult } from "../remote/client.ts";
import { backoffMs, retryAfterMs } from "./backoff.ts";
import type { LinkMonitor } from "./link-monitor.ts";
import type { Verdict } from "./outcome-policy.ts";
import type { NextAttempt } from "./settle.ts";

export const nextAttempt =
  (link: Pick<LinkMonitor, "connectivity" | "lookAt">, randomness: Randomness, now: number) =>
  (result: RemoteResult) =>
  (verdict: Verdict, countedBefore: number): NextAttempt => {
    const wait = backoffMs(countedBefore + 1, randomness.fraction());
    switch (verdict.wait) {
      case "none":
      case "sign_in":
        return { at: now, askedMs: 0 };
      case "connection":
        // A connection that was closed just before the first byte: not at once, for the next may be as well.
        return { at: link.connectivity().kind === "down" ? link.lookAt() : now + wait, askedMs: 0 };
      case "asked": {
        const asked = result.kind === "answer" ? retryAfterMs(result.retryAfter, result.date, now) : null;
        return { at: now + (asked ?? 0) + wait, askedMs: asked ?? 0 };
      }
      case "backoff":
        return { at: now + wait, askedMs: 0 };
    }
  };
