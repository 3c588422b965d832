/** Where the page may go, what it may open, what it may be allowed. Decisions only; guards.ts applies them. */
import { isOwnPage } from "./origin.ts";

const LONGEST_LINK = 2_000;

/** The page never leaves the program's own files. */
export const mayNavigate = (address: string, devServer: string | null): boolean =>
  isOwnPage(address, devServer);

/** A plain https address, for the system's browser; null for everything else. */
export function externalLink(address: string): string | null {
  if (address.length > LONGEST_LINK || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.username || url.password) return null;
  return url.href;
}

/** The one permission given: writing text to the clipboard, for "copied by a click". Reading it stays denied. */
export const mayHavePermission = (permission: string, address: string, devServer: string | null): boolean =>
  permission === "clipboard-sanitized-write" && isOwnPage(address, devServer);

/** Only what the page made itself, such as a list as CSV; the system asks where to put it. */
export const mayDownload = (address: string, devServer: string | null): boolean =>
  address.startsWith("blob:") && isOwnPage(address.slice("blob:".length), devServer);
