/** The hidden windows that draw what is printed: the program's own page, sandboxed, and answered on two channels only. */

import { BrowserWindow, type WebContents } from "electron";
import type { Log } from "../../lib/log.ts";
import { APP_HOST, APP_SCHEME } from "../window/page-rules.ts";
import { failureOutcome } from "./paper.ts";
import type { PrintPage } from "./printing.ts";

const PAGE = "print/index.html";
/** An A4 sheet in CSS pixels, so that nothing has to be laid out twice. */
const WINDOW = { width: 794, height: 1123 } as const;

export interface PrintPages {
  open(jobId: string): PrintPage;
  /** Is this one of the hidden pages? */
  owns(contents: WebContents): boolean;
}

/** Makes the opener of print pages. */
export function createPrintPages(preload: string, devServer: string | null, log: Log): PrintPages {
  const own = new WeakSet<WebContents>();
  const address = devServer === null ? `${APP_SCHEME}://${APP_HOST}/${PAGE}` : `${devServer}/${PAGE}`;

  const open = (jobId: string): PrintPage => {
    const window = new BrowserWindow({
      ...WINDOW,
      show: false,
      title: "Counterside",
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        devTools: false,
        spellcheck: false,
        safeDialogs: true,
        // A hidden window's timers would be slowed down otherwise.
        backgroundThrottling: false,
      },
    });
    const contents = window.webContents;
    own.add(contents);
    const broken = new Promise<never>((_, fail) => {
      contents.on("render-process-gone", (_event, { reason }) =>
        fail(new Error(`the print page ended: ${reason}`)),
      );
      contents.on("preload-error", (_event, _path, error) => fail(error));
      window.on("closed", () => fail(new Error("the print page was closed")));
      window.loadURL(`${address}#${jobId}`).catch(fail);
    });
    // A caller that waits is notified of it; a page that is closed when its work is done breaks nothing.
    broken.catch((error: unknown) => log.info("A print page is done", { error }));
    return {
      broken,
      toPdf: (options) => contents.printToPDF(options),
      print: (options) =>
        new Promise((settle) => {
          contents.print(options, (success, reason) => {
            if (success) settle({ outcome: "printed", detail: null });
            else settle({ outcome: failureOutcome(reason), detail: reason });
          });
        }),
      close: () => {
        if (!window.isDestroyed()) window.destroy();
      },
    };
  };

  return { open, owns: (contents) => own.has(contents) };
}
