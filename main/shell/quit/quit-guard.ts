/**
 * Quitting: asks where something is unsent, then stops everything in order.
 *
 *   open ──quit──▶ asking ──stay──▶ open
 *                    │ quit, a second request, or the system shutting down
 *                    ▼
 *                 closing ──all stopped──▶ closed
 */
import type { QuitQuestion } from "./quit-question.ts";

export interface QuitGuardDeps {
  /** The question to ask now, or null. Must answer soon even where the engine is gone. */
  question: () => Promise<QuitQuestion | null>;
  /** True: the person wants to quit all the same. */
  ask: (question: QuitQuestion) => Promise<boolean>;
  stopEverything: () => Promise<void>;
  /** Ends the program; called once everything has stopped. */
  leave: () => void;
  problem: (error: unknown) => void;
}

export interface QuitGuard {
  /** Somebody wants to quit. True: let it happen now; false: hold it back, the guard goes on by itself. */
  requested(): boolean;
  /** False once everything has stopped and windows may close. */
  holdsBack(): boolean;
  /** The system shuts down or a signal came: no question, but an orderly stop. */
  mustLeave(): void;
}

/** Makes the guard. */
export function createQuitGuard({ question, ask, stopEverything, leave, problem }: QuitGuardDeps): QuitGuard {
  let state: "open" | "asking" | "closing" | "closed" = "open";

  const close = async () => {
    if (state === "closing" || state === "closed") return;
    state = "closing";
    try {
      await stopEverything();
    } catch (error) {
      problem(error);
    }
    state = "closed";
    leave();
  };

  const askFirst = async () => {
    const asked = await question();
    const goOn = asked === null || (await ask(asked));
    if (state !== "asking") return;
    if (goOn) await close();
    else state = "open";
  };

  return {
    requested: () => {
      if (state === "closed") return true;
      if (state === "open") {
        state = "asking";
        askFirst().catch(async (error: unknown) => {
          problem(error);
          await close();
        });
      } else if (state === "asking") {
        void close();
      }
      return false;
    },
    holdsBack: () => state !== "closed",
    mustLeave: () => void close(),
  };
}
