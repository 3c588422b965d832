/** A process beside this one, as its host sees it: messages in, an end, a stop with a grace period. */

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
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), graceMs);
  });
  const inTime = await Promise.race([child.ended.then(() => true), tooLate]);
  clearTimeout(timer);
  if (!inTime) {
    child.kill();
    await child.ended;
  }
  return inTime;
}
