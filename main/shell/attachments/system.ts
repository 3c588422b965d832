/** The system's dialogs and programs, for kept files and links. */
import { join } from "node:path";
import { type App, type BrowserWindow, dialog, shell } from "electron";
import type { Confirm } from "../window/dialogs.ts";
import type { ShellWords } from "../words.ts";
import type { AttachmentSystem } from "./attachments.ts";

/** Makes it; `owner` is the window that dialogs belong to. */
export function attachmentSystem(
  app: App,
  confirm: Confirm,
  owner: () => BrowserWindow | null,
  words: () => ShellWords,
): AttachmentSystem {
  return {
    confirm,
    async chooseFiles() {
      const options: Electron.OpenDialogOptions = {
        title: words().attachFile,
        buttonLabel: words().attach,
        properties: ["openFile", "multiSelections"],
      };
      const window = owner();
      const chosen = await (window === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(window, options));
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async askWhere(name) {
      const options: Electron.SaveDialogOptions = {
        defaultPath: join(app.getPath("documents"), name),
        properties: ["showOverwriteConfirmation", "createDirectory"],
      };
      const window = owner();
      const chosen = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      return chosen.canceled || chosen.filePath === "" ? null : chosen.filePath;
    },
    openPath: (path) => shell.openPath(path),
    showInFolder: (path) => shell.showItemInFolder(path),
    openLink: (href) => shell.openExternal(href),
  };
}
