/** The focus for what is not drawn yet: a detail that is still being read, a list that was hidden. */

/** Longer than this nobody waits for a keyboard; the person has gone on. */
const PATIENCE_MS = 10_000;

/**
 * Focuses what `find` gives: in the next frame where it is there by then, else as soon as it is drawn. Given up when
 * the focus goes elsewhere meanwhile: what the person did since comes first.
 */
export function focusOnceDrawn(find: () => HTMLElement | null | undefined): void {
  const from = document.activeElement;
  const attempt = (): boolean => {
    const now = document.activeElement;
    if (now !== from && now !== null && now !== document.body && from?.isConnected === true) return true;
    const place = find();
    if (place === null || place === undefined) return false;
    place.focus();
    return document.activeElement === place;
  };
  requestAnimationFrame(() => {
    if (attempt()) return;
    const watch = new MutationObserver(() => {
      if (attempt()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    window.setTimeout(() => watch.disconnect(), PATIENCE_MS);
  });
}
