/** The system's dialogs: choosing a file, and the question before quitting. */
import { type BrowserWindow, dialog, type FileFilter } from "electron";
import type { ParsedInput } from "../../../contract/channels.ts";
import type { QuitQuestion } from "../quit/quit-question.ts";
import { fill, type ShellWords } from "../words.ts";

type Wish = ParsedInput<"file.choose">;

function filtersOf(purpose: Wish["purpose"], words: ShellWords): FileFilter[] {
  const own =
    purpose === "referenceData" || purpose === "booksFile"
      ? { name: words.referenceDataFiles, extensions: ["csv", "txt", "xlsx", "xlsm", "xls", "xlsb", "ods"] }
      : { name: words.backupFiles, extensions: ["sqlite", "db", "backup"] };
  return [own, { name: words.allFiles, extensions: ["*"] }];
}

const USUAL_NAME = {
  saveBackup: "counterside-backup.sqlite",
  saveRejected: "rejected-rows.csv",
  saveActivity: "activity.csv",
} as const;

/** The path that the person chose, with others where several may be; null where they cancelled. */
export async function chooseFile(
  window: BrowserWindow | null,
  { purpose, suggestedName }: Wish,
  words: ShellWords,
): Promise<{ path: string | null; others?: string[] }> {
  if (purpose === "saveBackup" || purpose === "saveRejected" || purpose === "saveActivity")
    return { path: await chooseTarget(window, suggestedName ?? USUAL_NAME[purpose], words) };
  const options: Electron.OpenDialogOptions =
    purpose === "backupFolder"
      ? { properties: ["openDirectory", "createDirectory"] }
      : {
          filters: filtersOf(purpose, words),
          properties: purpose === "referenceData" ? ["openFile", "multiSelections"] : ["openFile"],
        };
  const chosen = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  const [path = null, ...others] = chosen.canceled ? [] : chosen.filePaths;
  return { path, others };
}

function savedAs(path: string, words: ShellWords): FileFilter {
  if (path.endsWith(".csv")) return { name: words.csvFiles, extensions: ["csv"] };
  if (path.endsWith(".jsonl")) return { name: words.jsonLinesFiles, extensions: ["jsonl"] };
  if (path.endsWith(".sqlite")) return { name: words.backupFiles, extensions: ["sqlite"] };
  if (path.endsWith(".html")) return { name: words.htmlFiles, extensions: ["html"] };
  if (path.endsWith(".zip")) return { name: words.zipFiles, extensions: ["zip"] };
  return { name: words.pdfFiles, extensions: ["pdf"] };
}

/** Where a file is to be saved; null where the person cancelled. The system asks before it replaces a file. */
export async function chooseTarget(
  window: BrowserWindow | null,
  defaultPath: string,
  words: ShellWords,
): Promise<string | null> {
  const filter = savedAs(defaultPath, words);
  const options: Electron.SaveDialogOptions = {
    defaultPath,
    filters: [filter],
    properties: ["showOverwriteConfirmation", "createDirectory"],
  };
  const chosen = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return chosen.canceled || chosen.filePath === "" ? null : chosen.filePath;
}

/** True: quit all the same. Escape and the window's cross mean stay. */
export async function askBeforeQuit(window: BrowserWindow | null, question: QuitQuestion): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: "warning",
    message: question.message,
    detail: question.detail,
    buttons: [question.stay, question.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 1;
}

/** Says that the settings file could not be used, and where it was kept. */
export async function tellSettingsSetAside(
  window: BrowserWindow,
  path: string,
  words: ShellWords,
): Promise<void> {
  await dialog.showMessageBox(window, {
    type: "warning",
    message: words.settingsSetAside,
    detail: fill(words.settingsSetAsideDetail, { path }),
    buttons: [words.understood],
  });
}
