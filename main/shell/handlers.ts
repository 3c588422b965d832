/** The channels that the main process answers itself. */
import { type App, BrowserWindow } from "electron";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import { chooseFile } from "./dialogs.ts";
import { describeEnvironment } from "./environment.ts";
import { createPinHandlers } from "./pin/handlers.ts";
import type { Pin } from "./pin/pin.ts";
import type { PracticeMode } from "./practice.ts";
import type { PrintHandlers } from "./printing/printing.ts";
import type { SettingsKeeper } from "./settings.ts";
import type { Vault } from "./vault.ts";
import { shellWords } from "./words.ts";

export interface HandlerChoices {
  app: App;
  settings: SettingsKeeper;
  vault: Vault;
  practice: PracticeMode;
  pin: Pin;
  printing: PrintHandlers;
  /** Stops the engine and starts it with the tokens the vault holds now. */
  restartEngine: () => Promise<void>;
  logFolder: string;
  sqliteBinding: string | null;
}

/** Makes the handlers. */
export function createShellHandlers(choices: HandlerChoices): ShellHandlers {
  const { app, settings, vault, practice, pin, printing, restartEngine, logFolder, sqliteBinding } = choices;
  return {
    ...printing,
    "settings.get": () => settings.get(),
    "settings.set": (change) => settings.set(change),
    "vault.status": () => vault.status(),
    "vault.forget": async () => {
      vault.forget();
      // The engine holds tokens in memory; only a new one holds none.
      await restartEngine();
      return {};
    },
    "practice.start": () => practice.start(),
    "practice.status": () => practice.status(),
    "practice.setServiceUp": ({ up }) => practice.setServiceUp(up),
    "file.choose": (wish) =>
      chooseFile(BrowserWindow.getFocusedWindow(), wish, shellWords(settings.get().language)),
    "app.environment": () => describeEnvironment(app, logFolder, sqliteBinding),
    "app.quit": () => {
      app.quit();
      return {};
    },
    ...createPinHandlers(pin),
  };
}
