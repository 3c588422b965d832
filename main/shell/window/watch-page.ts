/** The page's process crashed: opens it again and says so, or asks where it keeps crashing. */

import { type BrowserWindow, dialog } from "electron";
import type { Log } from "../../lib/log.ts";
import { afterPageCrash } from "../crashes.ts";
import type { ShellWords } from "../words.ts";

/** Watches a window's page; `home` is its address. */
export function watchPage(window: BrowserWindow, home: string, words: () => ShellWords, log: Log): void {
  const crashes: number[] = [];
  const contents = window.webContents;
  const crashed = () => {
    crashes.push(Date.now());
    const next =
      afterPageCrash(crashes, Date.now()) === "reopen"
        ? reopenAndTell(window, words())
        : askToReopen(window, words());
    next.catch((error: unknown) => log.error("The page could not be opened again", { error }));
  };
  contents.on("render-process-gone", (_, details) => {
    log.error("The page's process ended", { reason: details.reason, exitCode: details.exitCode });
    if (details.reason !== "clean-exit" && !window.isDestroyed()) crashed();
  });
  // It was opened before the program that watches it was loaded.
  if (!window.isDestroyed() && contents.isCrashed()) {
    log.error("The page's process ended before the program was loaded");
    crashed();
  }
  // Nobody is asked before an empty page is gone to (page-rules.ts): the window returns from it.
  contents.on("did-navigate", (_, address) => {
    if (!address.startsWith("about:")) return;
    log.warn("The page left the program and was opened again");
    // What fails is reported by "did-fail-load".
    contents.loadURL(home).catch(() => undefined);
  });
  contents.on("preload-error", (_, path, error) =>
    log.error("The preload failed", { path, error: error.message }),
  );
  contents.on("did-fail-load", (_, code, reason, address) => {
    log.error("The page could not be loaded", { code, reason, address: address.slice(0, 200) });
  });
  window.on("unresponsive", () => log.warn("The page does not answer"));
  window.on("responsive", () => log.info("The page answers again"));
}

async function reopenAndTell(window: BrowserWindow, words: ShellWords): Promise<void> {
  window.webContents.reload();
  await dialog.showMessageBox(window, {
    type: "info",
    message: words.screenStopped,
    detail: words.screenStoppedDetail,
    buttons: [words.understood],
  });
}

async function askToReopen(window: BrowserWindow, words: ShellWords): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: "error",
    message: words.screenKeepsStopping,
    detail: words.screenStoppedDetail,
    buttons: [words.openAgain, words.quit],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 0) window.webContents.reload();
  else window.close();
}
