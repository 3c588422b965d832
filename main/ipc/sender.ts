/** Who may call: the main frame of one of the program's own windows, showing one of its own pages. Pure. */
import { isOwnPage } from "../shell/origin.ts";

export interface Sender {
  /** Null where the frame is gone already. */
  frame: { url: string; isMainFrame: boolean } | null;
  /** Is the web contents one that belongs to a window the program opened? */
  ownWindow: boolean;
}

export const mayCall = ({ frame, ownWindow }: Sender, devServer: string | null): boolean =>
  ownWindow && frame?.isMainFrame === true && isOwnPage(frame.url, devServer);
