/** The one place that touches ipcMain: who calls is checked before what is asked is looked at. */
import { BrowserWindow, ipcMain, type WebContents } from "electron";
import { IPC_EVENT, IPC_INVOKE } from "../../contract/bridge.ts";
import type { PageName } from "../../contract/channels/declare.ts";
import type { CountersideEvent } from "../../contract/events.ts";
import type { Reply } from "../../contract/reply.ts";
import type { Dispatch } from "./dispatch.ts";
import { mayAsk, mayCall, senderOf } from "./sender.ts";

const isOwn = (contents: WebContents): boolean => BrowserWindow.fromWebContents(contents) !== null;

/** Its words are loaded when they are needed: the gate opens before the window. */
async function forbidden(): Promise<Reply<never>> {
  const { CountersideError, replyOf } = await import("../../contract/error.ts");
  return { ok: false, error: replyOf(new CountersideError("forbidden_sender", {})) };
}

/** Opens the gate; `refused` is notified of every caller that was turned away. */
export function openGate(
  dispatch: Dispatch,
  devServer: string | null,
  pageOf: (contents: WebContents) => PageName,
  refused: (address: string) => void,
): void {
  // electron-store registers a channel, which nothing here uses.
  ipcMain.removeAllListeners("electron-store-get-data");
  ipcMain.handle(
    IPC_INVOKE,
    (event, channel: unknown, input: unknown): Promise<Reply<unknown>> | Reply<unknown> => {
      const page = pageOf(event.sender);
      if (mayCall(senderOf(event, isOwn(event.sender)), devServer) && mayAsk(page, channel))
        return dispatch(channel, input, page);
      refused(event.senderFrame?.url.slice(0, 200) ?? "a frame that is gone");
      return forbidden();
    },
  );
}

/** Tells every window whose page may hear it. */
export function tellWindows(event: CountersideEvent, mayHear: (contents: WebContents) => boolean): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && mayHear(window.webContents)) window.webContents.send(IPC_EVENT, event);
  }
}
