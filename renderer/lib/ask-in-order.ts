/**
 * Asks what is typed one question at a time. While an answer is on its way the newer question waits, and one that was
 * given up meanwhile is never asked: the engine works through no queue of what nobody wants to know any more.
 */

/** Asks when all questions before are answered. Rejects with the signal's reason where it is given up until then. */
type AskInOrder = <Answer>(ask: () => Promise<Answer>, signal: AbortSignal) => Promise<Answer>;

export function createAskInOrder(): AskInOrder {
  let before: Promise<unknown> = Promise.resolve();
  return (ask, signal) => {
    const answer = before.then(() => {
      signal.throwIfAborted();
      return ask();
    });
    // The caller gets the failure; the next one only waits for its end.
    before = answer.catch(() => undefined);
    return answer;
  };
}
