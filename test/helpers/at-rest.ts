import type { Page } from "@playwright/test";

/** Waits until the page rests: what it asked for is answered and drawn, its fonts are there, and no movement is under way. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A frame that is drawn says nothing of what is still to be done: React goes on after it.
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
    let changed = true;
    const watch = new MutationObserver(() => {
      changed = true;
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (changed) {
      changed = false;
      // The engine answers in order: what was asked before this is answered when this is.
      await Reflect.apply(Reflect.get(window.counterside, "invoke"), null, ["sync.status", {}]);
      const moving = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await document.fonts.ready;
      await drawn();
      await drawn();
    }
    watch.disconnect();
  });
