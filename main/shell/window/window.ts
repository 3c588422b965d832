/** The one window: where it opens, when it shows, what its page may do. */

import { BrowserWindow, nativeTheme, screen } from "electron";
import type { Log } from "../../lib/log.ts";
import type { StoreFile } from "../files/store-file.ts";
import { openingState, SMALLEST, type WindowState } from "./window-bounds.ts";

/** The page's own background colours, so that nothing flashes before it is drawn. */
const BACKGROUND = { light: "#f7f7f5", dark: "#16181b" } as const;
const STORED = "window";
const SAVE_DELAY_MS = 400;
/** A page that never gets ready to show is shown as it is: an empty window beats none. */
const SHOW_AT_LATEST_MS = 5_000;

export interface WindowDeps {
  preload: string;
  url: string;
  title: string;
  devTools: boolean;
  /** Where it stood the last time, as `rememberPlace` wrote it; of unknown shape. */
  stored: unknown;
  log: Log;
}

/** The colour behind the page. */
export const backgroundOf = (): string =>
  nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light;

/** Opens the window and starts loading the page; shows it when the page is drawn. */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const workAreas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(
    (display) => display.workArea,
  );
  const state = openingState(deps.stored, workAreas);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: deps.title,
    show: false,
    backgroundColor: backgroundOf(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: deps.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: deps.devTools,
      spellcheck: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
    },
  });
  if (state.maximized) window.maximize();
  showWhenDrawn(window, deps.log);
  window.loadURL(deps.url).catch((error: unknown) => {
    deps.log.error("The page could not be loaded", { error });
  });
  return window;
}

function showWhenDrawn(window: BrowserWindow, log: Log): void {
  const latest = setTimeout(() => {
    if (window.isDestroyed() || window.isVisible()) return;
    log.warn("The page is not drawn yet; its window is shown all the same");
    window.show();
  }, SHOW_AT_LATEST_MS);
  window.once("ready-to-show", () => {
    clearTimeout(latest);
    window.show();
  });
  window.once("closed", () => clearTimeout(latest));
}

/** Writes where the window is whenever it was moved. */
export function rememberWindowPlace(window: BrowserWindow, file: StoreFile, log: Log): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized()) return;
    const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      file.write(STORED, state);
    } catch (error) {
      log.warn("The window's place was not saved", { error });
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  window.on("resize", soon);
  window.on("move", soon);
  window.on("maximize", soon);
  window.on("unmaximize", soon);
  window.on("close", save);
  window.on("closed", () => clearTimeout(timer));
}

/** Does it once the window is seen: now, where it is. */
export function onceShown(window: BrowserWindow, act: () => void): void {
  if (window.isVisible()) act();
  else window.once("show", act);
}

/** Brings the window to the person. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
