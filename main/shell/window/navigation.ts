/** Where the page may go, what it may ask for, what it may be allowed. Decisions only; guards.ts applies them. */
import { APP_URL, isOwnPage } from "./origin.ts";

const withoutPlace = (address: string): string => address.split(/[?#]/, 1).join();

/** The page goes nowhere but to itself: a print page or a script, shown in its place, would leave a window without use. */
export const mayNavigate = (address: string, devServer: string | null): boolean =>
  withoutPlace(address) === APP_URL || (devServer !== null && isOwnPage(address, devServer));

/** The page asks the network for nothing; in a source checkout it asks the bundler's server, also by its web socket. */
export const mayRequest = (address: string, devServer: string | null): boolean =>
  devServer !== null && isOwnPage(address.replace(/^ws/, "http"), devServer);

/** The one permission given: writing text to the clipboard, for "copied by a click". Reading it stays denied. */
export const mayHavePermission = (permission: string, address: string, devServer: string | null): boolean =>
  permission === "clipboard-sanitized-write" && isOwnPage(address, devServer);

/** Only what the page made itself, such as a list as CSV; the system asks where to put it. */
export const mayDownload = (address: string, devServer: string | null): boolean =>
  address.startsWith("blob:") && isOwnPage(address.slice("blob:".length), devServer);
