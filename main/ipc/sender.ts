/** Who may call: the main frame of one of the program's own windows, showing one of its own pages. Pure. */
import type { ChannelName } from "../../contract/channels.ts";
import { isOwnPage } from "../shell/window/origin.ts";

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

/** The window that staff see, or the hidden one that draws what is printed. */
export type PageRole = "program" | "print";

const OF_THE_PRINT_PAGE: ReadonlySet<unknown> = new Set<ChannelName>(["print.content", "print.drawn"]);

/** The print page asks for what it draws and says that it is drawn, and nothing else; no other page asks that. */
export const mayAsk = (role: PageRole, channel: unknown): boolean =>
  OF_THE_PRINT_PAGE.has(channel) === (role === "print");
