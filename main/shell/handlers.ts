/** The channels that the main process answers itself. */
import { join } from "node:path";
import { type App, BrowserWindow } from "electron";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import type { AttachmentHandlers } from "./attachments.ts";
import type { createCrashes } from "./crashes.ts";
import { describeEnvironment } from "./engine/environment.ts";
import { createSampleSaver, type FileGrants } from "./files/file-grants.ts";
import type { PolicyState } from "./policy.ts";
import type { PracticeMode } from "./practice/practice.ts";
import type { PrintHandlers } from "./printing/printing.ts";
import type { SettingsKeeper } from "./settings.ts";
import { createPageSaver, type SlipKey } from "./slip-key.ts";
import type { SupportHandlers } from "./support.ts";
import type { createUpdates } from "./updates.ts";
import type { Vault } from "./vault.ts";
import { chooseFile, chooseTarget } from "./window/dialogs.ts";
import { shellWords } from "./words.ts";

interface HandlerDeps {
  app: App;
  settings: SettingsKeeper;
  vault: Vault;
  /** Of what the shop folder's place asks for. */
  placeVault: Pick<Vault, "forget">;
  practice: PracticeMode;
  policy: PolicyState;
  crashes: ReturnType<typeof createCrashes>["handlers"];
  printing: PrintHandlers;
  slipKey: SlipKey;
  /** The page that checks slips, as it was built. */
  checkPage: string;
  support: SupportHandlers;
  attachments: AttachmentHandlers;
  updates: ReturnType<typeof createUpdates>["handlers"];
  files: FileGrants;
  /** Stops the engine and starts it with the tokens the vault holds now. */
  restartEngine: () => Promise<void>;
  /** The crash test. */
  drill: ShellHandlers["drill.run"];
  /** Notified whether a new recovery code is on the screen. */
  codeShown: (shown: boolean) => void;
  logFolder: string;
  sqliteBinding: string | null;
}

/** Makes the handlers. */
export function createShellHandlers(deps: HandlerDeps): ShellHandlers {
  const {
    app,
    settings,
    vault,
    placeVault,
    practice,
    policy,
    crashes,
    printing,
    slipKey,
    checkPage,
    support,
    attachments,
    updates,
    files,
    restartEngine,
    logFolder,
    sqliteBinding,
  } = deps;
  const askWhere = (name: string) =>
    chooseTarget(
      BrowserWindow.getFocusedWindow(),
      join(app.getPath("documents"), name),
      shellWords(settings.get().language),
    );
  return {
    ...printing,
    ...support,
    ...crashes,
    ...attachments,
    ...updates,
    "ownerPolicy.get": () => policy,
    // Before the program answers, what the last run left does (start/known-before.ts).
    "start.answers": () => ({ answers: null }),
    "start.seen": () => ({}),
    "settings.get": () => settings.get(),
    "settings.set": (_, change) => settings.set(change),
    "slipKey.get": () => slipKey.status(),
    "slipKey.renew": () => slipKey.renew(),
    "vault.status": () => vault.status(),
    "vault.forget": async () => {
      vault.forget();
      placeVault.forget();
      // The engine holds tokens in memory; only a new one holds none.
      await restartEngine();
      return {};
    },
    "practice.start": () => practice.start(),
    "practice.status": () => practice.status(),
    "practice.setServiceUp": (_, { up }) => practice.setServiceUp(up),
    "practice.rehearse": (_, { trouble }) => practice.rehearse(trouble),
    "practice.books": () => practice.books(),
    "practice.startOver": () => practice.startOver(),
    "file.choose": async (_, wish) => {
      const chosen = await chooseFile(
        BrowserWindow.getFocusedWindow(),
        wish,
        shellWords(settings.get().language),
      );
      for (const path of [chosen.path, ...(chosen.others ?? [])]) files.give(path, wish.purpose);
      return chosen;
    },
    "slipKey.savePage": createPageSaver({ slipKey, page: checkPage, askWhere }),
    "referenceData.saveSample": createSampleSaver(askWhere),
    "drill.run": deps.drill,
    "app.environment": () => describeEnvironment(app, logFolder, sqliteBinding),
    "app.quit": () => {
      app.quit();
      return {};
    },
    "pin.codeShown": (_, { shown }) => {
      deps.codeShown(shown);
      return {};
    },
  };
}
