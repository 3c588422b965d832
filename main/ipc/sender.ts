/** Who may call: the main frame of one of the program's own windows, showing a page of the program. Pure. */
import type { PageName } from "../../contract/channels/declare.ts";
import type { ReservedChannel } from "../../contract/channels.ts";
import { isOwnPage } from "../shell/window/page-rules.ts";

export interface Sender {
  /** Null where the frame is gone already. */
  frame: { url: string; isMainFrame: boolean } | null;
  /** Is the web contents one that belongs to a window the program opened? */
  ownWindow: boolean;
}

interface Frame {
  readonly url: string;
}

/** Reads who calls from the message's event; `ownWindow` is the caller's to know. */
export const senderOf = (
  {
    senderFrame,
    sender,
  }: { readonly senderFrame: Frame | null; readonly sender: { readonly mainFrame: Frame } },
  ownWindow: boolean,
): Sender => ({
  frame:
    senderFrame === null ? null : { url: senderFrame.url, isMainFrame: senderFrame === sender.mainFrame },
  ownWindow,
});

export const mayCall = ({ frame, ownWindow }: Sender, devServer: string | null): boolean =>
  ownWindow && frame?.isMainFrame === true && isOwnPage(frame.url, devServer);

/** By the contract's type alone: this is loaded before the window is open, and the schemas are not. */
const RESERVED: Readonly<Record<ReservedChannel, PageName | null>> = {
  "print.content": "print",
  "print.drawn": "print",
  "people.permit": null,
};
const pageThatAsks = new Map<unknown, PageName | null>(Object.entries(RESERVED));

/** The print page asks for what it draws and says that it is drawn, and nothing else; no other page asks that. */
export const mayAsk = (page: PageName, channel: unknown): boolean => {
  const only = pageThatAsks.get(channel);
  return page === (only === undefined ? "program" : only);
};
