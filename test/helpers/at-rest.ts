import type { Page } from "@playwright/test";

/**
 * Waits until the page rests: its screen is there and no placeholder for it, what it asked for is drawn, its fonts are there,
 * and no movement is under way. A page that never rests is ended by the test's own limit.
 */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A frame that is drawn says nothing of what is still to be done: React goes on after it.
    const idle = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
    // Shown while a part of the program is fetched or a list is read; both take longer than a moment without work.
    const isWaiting = () => document.querySelector("main [role=status][aria-busy=true]") !== null;
    let changed = true;
    const watch = new MutationObserver(() => {
      changed = true;
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (changed || isWaiting()) {
      changed = false;
      // The engine answers in order: what was asked before this is answered when this is.
      await Reflect.apply(Reflect.get(window.counterside, "invoke"), null, ["sync.status", {}]);
      const moving = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await document.fonts.ready;
      // What the first moment began, such as a question asked once a list was drawn, changes the page by the second.
      await idle();
      await idle();
    }
    watch.disconnect();
  });
