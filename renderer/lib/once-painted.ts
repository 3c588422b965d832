/** A window out of sight is not painted: then it is waited so long, in milliseconds. */
const PATIENCE_MS = 100;

/** Resolves once the next frame was painted, with what was changed before. */
export const oncePainted = (): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, PATIENCE_MS);
    window.requestAnimationFrame(() => window.setTimeout(resolve));
  });
