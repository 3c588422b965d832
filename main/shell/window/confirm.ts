/**
 * The questions that a person answers in a window of the program's own, outside the page: what the page asks for that
 * reaches beyond the counter is done after a click here, and not after one that the page may have made itself.
 */
import { type BrowserWindow, dialog } from "electron";
import { fill, type ShellWords } from "../words.ts";

/** What is asked about; `what` is a file's name, an address or a server's origin. */
export interface Question {
  about: "openFile" | "showFile" | "openLink" | "contactServer";
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
};

/** So many wait behind the one that is open; what a page asks beyond them is answered no. */
const MOST_WAITING = 2;

/** Asks one question at a time. */
export function createConfirm(owner: () => BrowserWindow | null, words: () => ShellWords): Confirm {
  let last: Promise<unknown> = Promise.resolve();
  let unanswered = 0;
  const ask = async ({ about, what }: Question): Promise<boolean> => {
    const { message, detail, yes } = ASKED[about];
    const options: Electron.MessageBoxOptions = {
      type: "question",
      message: fill(words()[message], { what: `\u2068${shown(what)}\u2069` }),
      detail: words()[detail],
      buttons: [words().cancel, words()[yes]],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const window = owner();
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 1;
  };
  return async (question) => {
    if (unanswered > MOST_WAITING) return false;
    unanswered += 1;
    const answer = last.then(() => ask(question)).finally(() => (unanswered -= 1));
    last = answer.catch(() => false);
    return answer;
  };
}
