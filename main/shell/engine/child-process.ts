/** A process beside this one, as its host sees it: messages in, an end, a stop with a grace period. */
import { within } from "../within.ts";

export interface ChildProcess {
  send(message: unknown): void;
  /** Resolves with the exit code when it has ended, however that came. */
  readonly ended: Promise<number>;
  kill(): void;
}

/** What a host needs to start one; replaced by a stand-in in tests. */
export type StartChild = (onMessage: (message: unknown) => void) => ChildProcess;

/** Asks it to stop and waits; ends it by force when the grace period is over. True: it ended by itself. */
export async function stopWithin(child: ChildProcess, stop: unknown, graceMs: number): Promise<boolean> {
  child.send(stop);
  const endedByItself = child.ended.then(() => true);
  const inTime = await within(graceMs, endedByItself, () => false);
  if (!inTime) {
    child.kill();
    await child.ended;
  }
  return inTime;
}
