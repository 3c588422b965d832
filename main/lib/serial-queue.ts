/** One task after the other; one that fails holds no other up. */
export interface SerialQueue {
  runExclusive<T>(task: () => T | Promise<T>): Promise<T>;
  /** Resolves when all that was given until now has ended. */
  ended(): Promise<void>;
}

/** Makes an empty row of tasks. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    runExclusive(task) {
      const mine = last.then(task);
      last = mine.catch(() => undefined);
      return mine;
    },
    async ended() {
      await last;
    },
  };
}
