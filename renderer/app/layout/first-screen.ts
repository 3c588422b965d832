/** The moment from which there is time: the first screen stands, with what it has to show. */

/** The mark by which the benchmark knows that the window can be worked with. */
const INTERACTIVE_MARK = "counterside:interactive";
/** A first screen that is not complete by then keeps the rest waiting no longer. */
const PATIENCE_MS = 2_000;

let settle: () => void = () => undefined;
const stands = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Settles when the first screen stands, or takes too long. */
export const firstScreen: Promise<void> = Promise.race([
  stands,
  new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)),
]);

/**
 * To be called when the first screen is drawn and none of its questions is open (`isComplete`, asked again once it is
 * painted). Sets the mark, once.
 */
export function firstScreenDrawn(isComplete: () => boolean): void {
  // A frame's callbacks run before it is painted, a task after them follows the paint.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!isComplete() || performance.getEntriesByName(INTERACTIVE_MARK).length > 0) return;
      performance.mark(INTERACTIVE_MARK);
      settle();
    }),
  );
}
