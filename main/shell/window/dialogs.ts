/** The system's dialogs: choosing a file, and the question before quitting. */
import { join } from "node:path";
import { type App, type BrowserWindow, dialog, type FileFilter, shell } from "electron";
import type { ParsedInput } from "../../../contract/channels.ts";
import type { QuitQuestion } from "../quit.ts";
import { fill, type ShellWords } from "../words.ts";

// The system's dialogs, which belong to the window where there is one.

async function pickFiles(window: BrowserWindow | null, options: Electron.OpenDialogOptions) {
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? [] : filePaths;
}

/** Null where the person cancelled. The system asks before it replaces a file. */
async function pickTarget(window: BrowserWindow | null, where: Electron.SaveDialogOptions) {
  const options: Electron.SaveDialogOptions = {
    ...where,
    properties: ["showOverwriteConfirmation", "createDirectory"],
  };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === "" ? null : filePath;
}

/** Whether the second button was pressed; Escape and the window's cross mean the first. */
async function saysYes(window: BrowserWindow | null, question: Electron.MessageBoxOptions) {
  const options: Electron.MessageBoxOptions = { ...question, defaultId: 0, cancelId: 0, noLink: true };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 1;
}

type Wish = ParsedInput<"file.choose">;

function filtersOf(purpose: Wish["purpose"], words: ShellWords): FileFilter[] {
  const all = { name: words.allFiles, extensions: ["*"] };
  // What is handed over has whatever name a person gave it.
  if (purpose === "handOver") return [all];
  const own =
    purpose === "referenceData" || purpose === "booksFile"
      ? { name: words.referenceDataFiles, extensions: ["csv", "txt", "xlsx", "xlsm", "xls", "xlsb", "ods"] }
      : { name: words.backupFiles, extensions: ["sqlite", "db", "backup"] };
  return [own, all];
}

const USUAL_NAME = {
  saveBackup: "counterside-backup.sqlite",
  saveRejected: "rejected-rows.csv",
  saveActivity: "activity.csv",
  saveHandOver: "hand-over.age",
} as const;

const isToSave = (purpose: Wish["purpose"]): purpose is keyof typeof USUAL_NAME =>
  Object.hasOwn(USUAL_NAME, purpose);

/** The path that the person chose, with others where several may be; null where they cancelled. */
export async function chooseFile(
  window: BrowserWindow | null,
  { purpose, suggestedName }: Wish,
  words: ShellWords,
): Promise<{ path: string | null; others?: string[] }> {
  if (isToSave(purpose))
    return { path: await chooseTarget(window, suggestedName ?? USUAL_NAME[purpose], words) };
  const options: Electron.OpenDialogOptions =
    purpose === "backupFolder" || purpose === "shopFolder"
      ? { properties: ["openDirectory", "createDirectory"] }
      : {
          filters: filtersOf(purpose, words),
          properties: purpose === "referenceData" ? ["openFile", "multiSelections"] : ["openFile"],
        };
  const [path = null, ...others] = await pickFiles(window, options);
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

/** Where a file is to be saved; null where the person cancelled. */
export function chooseTarget(
  window: BrowserWindow | null,
  defaultPath: string,
  words: ShellWords,
): Promise<string | null> {
  return pickTarget(window, { defaultPath, filters: [savedAs(defaultPath, words)] });
}

/** True: quit anyway. */
export function askBeforeQuit(window: BrowserWindow | null, question: QuitQuestion): Promise<boolean> {
  const { message, detail, stay, quit } = question;
  return saysYes(window, { type: "warning", message, detail, buttons: [stay, quit] });
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

// The questions that a person answers in a window of the program's own, outside the page: what the page
// asks for that reaches beyond the counter is done after a click here, and not after one that the page may
// have made itself.

/** What is asked about; `what` is a file's name, an address, a server's origin, a place or a public key. */
export interface Question {
  about: "openFile" | "showFile" | "openLink" | "contactServer" | "useShopFolder" | "useRecipient";
  what: string;
}

/** True where the person says yes. */
export type Confirm = (question: Question) => Promise<boolean>;

/** A longer name or address would push the buttons off the screen. */
const MOST_SHOWN = 300;
const shown = (what: string): string => {
  // Marks that turn the direction of writing, and line ends, would let a name write the question anew.
  const plain = what.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return plain.length <= MOST_SHOWN ? plain : `${plain.slice(0, MOST_SHOWN)}…`;
};

interface Asked {
  message: keyof ShellWords;
  detail: keyof ShellWords;
  yes: keyof ShellWords;
}
const ASKED: Readonly<Record<Question["about"], Asked>> = {
  openFile: { message: "openFileQuestion", detail: "openFileDetail", yes: "open" },
  showFile: { message: "showFileQuestion", detail: "openFileDetail", yes: "show" },
  openLink: { message: "openLinkQuestion", detail: "openLinkDetail", yes: "open" },
  contactServer: { message: "contactServerQuestion", detail: "contactServerDetail", yes: "contact" },
  useShopFolder: { message: "shopFolderQuestion", detail: "shopFolderDetail", yes: "use" },
  useRecipient: { message: "recipientQuestion", detail: "recipientDetail", yes: "use" },
};

/** So many wait behind the one that is open; what a page asks beyond them is answered no. */
const MOST_WAITING = 2;

/** Asks one question at a time. */
export function createConfirm(owner: () => BrowserWindow | null, words: () => ShellWords): Confirm {
  let last: Promise<unknown> = Promise.resolve();
  let unanswered = 0;
  const ask = async ({ about, what }: Question): Promise<boolean> => {
    const { message, detail, yes } = ASKED[about];
    return saysYes(owner(), {
      type: "question",
      message: fill(words()[message], { what: `\u2068${shown(what)}\u2069` }),
      detail: words()[detail],
      buttons: [words().cancel, words()[yes]],
    });
  };
  return async (question) => {
    if (unanswered > MOST_WAITING) return false;
    unanswered += 1;
    const answer = last.then(() => ask(question)).finally(() => (unanswered -= 1));
    last = answer.catch(() => false);
    return answer;
  };
}

// The system's dialogs and programs, for kept files and links.

/** Makes it; `owner` is the window that dialogs belong to. */
export function attachmentSystem(
  app: App,
  confirm: Confirm,
  owner: () => BrowserWindow | null,
  words: () => ShellWords,
) {
  return {
    confirm,
    chooseFiles: () =>
      pickFiles(owner(), {
        title: words().attachFile,
        buttonLabel: words().attach,
        properties: ["openFile", "multiSelections"],
      }),
    askWhere: (name: string) => pickTarget(owner(), { defaultPath: join(app.getPath("documents"), name) }),
    openPath: (path: string) => shell.openPath(path),
    showInFolder: (path: string) => shell.showItemInFolder(path),
    openLink: (href: string) => shell.openExternal(href),
  };
}
