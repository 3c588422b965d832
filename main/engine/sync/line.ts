/**
 * Keeps what is known of the way to the service, from every result and from looks at an idle line. The steps
 * themselves are connectivity's.
 */
import type { Clock, Randomness } from "../ports.ts";
import type { RemoteResult } from "../remote/client.ts";
import {
  afterContact,
  afterHint,
  afterNoConnection,
  type Connectivity,
  pauseEndsAt,
} from "./connectivity.ts";

export interface LineParts {
  /** Opens and closes a connection; sends nothing. True where the service could be reached. */
  probe: () => Promise<boolean>;
  clock: Clock;
  randomness: Randomness;
  /** The service was reached, and before it wasn't. */
  cameUp: () => void;
  /** A look ended. */
  looked: () => void;
  /** Nobody asks any more, and the file may be closed. */
  isOver: () => boolean;
}

/** An idle line is looked at this often, so that the pill's word stays true. */
const IDLE_LOOK_MS = 30_000;

const isTrouble = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

export function createLine(parts: LineParts) {
  const { clock, randomness } = parts;
  let connectivity: Connectivity = { kind: "untried" };
  let probing = false;
  let lastContactAt: number | null = null;
  let lastSeenAt = 0;
  let clockDriftMs: number | null = null;

  const noteContact = (date: string | null, startedAt: number): void => {
    const now = clock.now();
    lastContactAt = now;
    lastSeenAt = now;
    const serviceNow = date === null ? Number.NaN : Date.parse(date);
    // The Date header has whole seconds: half a second is the best guess of when it was written.
    if (!Number.isNaN(serviceNow)) clockDriftMs = Math.round((startedAt + now) / 2 - (serviceNow + 500));
  };

  return {
    connectivity: (): Connectivity => connectivity,
    facts: () => ({ connectivity, lastContactAt, clockDriftMs }),
    isLooking: (): boolean => probing,
    /** When the line should be looked at next, where no send does it anyway; or when a gentle beginning goes on. */
    lookAt(): number {
      switch (connectivity.kind) {
        case "untried":
          return 0;
        case "up":
          return pauseEndsAt(connectivity, clock.now()) ?? lastSeenAt + IDLE_LOOK_MS;
        case "down":
          return connectivity.until;
      }
    },
    /** From the result of a send that began at `startedAt`, while `before` was what was known. */
    learn(result: RemoteResult, before: Connectivity, startedAt: number): void {
      const wasUp = connectivity.kind === "up";
      switch (result.kind) {
        case "no_connection":
          connectivity = afterNoConnection(connectivity, before, clock.now(), randomness.fraction());
          return;
        case "answer_lost":
          connectivity = afterContact(connectivity, true, clock.now());
          break;
        case "answer":
          noteContact(result.date, startedAt);
          connectivity = afterContact(connectivity, isTrouble(result.status), clock.now());
          break;
      }
      if (!wasUp) parts.cameUp();
    },
    /** A person, or the system, says that a try now may go well. */
    hint(now: number): void {
      connectivity = afterHint(connectivity, now);
    },
    clockWentBack(now: number): void {
      connectivity = afterHint(connectivity, now);
      lastSeenAt = Math.min(lastSeenAt, now);
    },
    look(): void {
      if (probing) return;
      probing = true;
      const before = connectivity;
      parts
        .probe()
        .catch(() => false)
        .then((reachable) => {
          probing = false;
          if (parts.isOver()) return;
          const now = clock.now();
          if (!reachable) connectivity = afterNoConnection(connectivity, before, now, randomness.fraction());
          else {
            lastSeenAt = now;
            if (connectivity.kind !== "up") {
              connectivity = afterContact(connectivity, false, now);
              parts.cameUp();
            }
          }
          parts.looked();
        });
    },
  };
}
