/** Where the page may go, what it may ask for, what it may be allowed. The decisions are pure; the guards below apply them. */

import { extname, isAbsolute, relative, resolve, sep } from "node:path";
import type { App, Session, WebContents } from "electron";
import type { Log } from "../../lib/log.ts";

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

// The one origin that the program's own pages have.

export const APP_SCHEME = "app";
export const APP_HOST = "counterside";
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/**
 * Is this address one of the program's own pages?
 *
 * `devServer` is the bundler's own server, in a source checkout only; null everywhere else.
 */
export function isOwnPage(address: string, devServer: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // A custom scheme has the opaque origin "null", so the parts are compared.
  if (url.protocol === `${APP_SCHEME}:`) return url.host === APP_HOST && !url.username && !url.password;
  return devServer !== null && URL.canParse(devServer) && url.origin === new URL(devServer).origin;
}

// Keeps the page inside the program: network, navigation, new windows, embedded views, permissions,
// devices.

/** Applies to every web contents that is ever made, by any code. */
export function guardAllContents(app: App, devServer: string | null, log: Log): void {
  app.on("web-contents-created", (_, contents) => guardContents(contents, devServer, log));
}

function guardContents(contents: WebContents, devServer: string | null, log: Log): void {
  // WebRTC asks neither the content security policy nor the session's filter: without UDP and behind a dead proxy
  // (`closeNetwork`) it reaches nobody.
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  const refuseForeign = (event: { preventDefault(): void; url: string }) => {
    if (mayNavigate(event.url, devServer)) return;
    event.preventDefault();
    log.warn("A navigation was refused", { to: event.url.slice(0, 200) });
  };
  contents.on("will-navigate", refuseForeign);
  contents.on("will-redirect", refuseForeign);
  contents.on("will-frame-navigate", refuseForeign);
  contents.on("will-attach-webview", (event) => {
    event.preventDefault();
    log.warn("An embedded view was refused");
  });
  // Links of references go through `link.open`, which asks the person first.
  contents.setWindowOpenHandler(({ url }) => {
    log.warn("A new window was refused", { to: url.slice(0, 200) });
    return { action: "deny" };
  });
}

/** Nobody can listen on port 0. */
const DEAD_PROXY = "socks5://127.0.0.1:0";
const OF_THE_NETWORK = ["http", "https", "ws", "wss", "ftp", "file"].map((scheme) => `${scheme}://*/*`);

/**
 * The page's session reaches no network at all: what is asked for by address is cancelled, and what asks nobody ends
 * at a proxy that isn't there. The engine and the updates have connections of their own, outside this session.
 *
 * Resolves once the proxy is set; requests are cancelled from the call on.
 */
export async function closeNetwork(session: Session, devServer: string | null, log: Log): Promise<void> {
  session.webRequest.onBeforeRequest({ urls: OF_THE_NETWORK }, ({ url }, answer) => {
    const cancel = !mayRequest(url, devServer);
    if (cancel) log.warn("A request of the page was refused", { to: url.slice(0, 200) });
    answer({ cancel });
  });
  await session.setProxy({
    mode: "fixed_servers",
    proxyRules: DEAD_PROXY,
    // Without this, loopback addresses would go past the proxy.
    proxyBypassRules: devServer === null ? "<-loopback>" : new URL(devServer).host,
  });
}

/**
 * Keeps a session from fetching spelling dictionaries from Google's servers, which Chromium does for each session that
 * is made. Switching the checker off is not enough: a dictionary that is being looked for by then is fetched all the same.
 */
export function forgetSpelling(session: Session): void {
  session.setSpellCheckerLanguages([]);
  session.setSpellCheckerEnabled(false);
}

/** No camera, no location, no notification, no device: the page gets what `mayHavePermission` names, and nothing else. */
export function guardSession(session: Session, devServer: string | null, log: Log): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const granted = mayHavePermission(permission, details.requestingUrl, devServer);
    if (!granted) log.warn("A permission was refused", { permission, page: contents.getURL() });
    answer(granted);
  });
  session.setPermissionCheckHandler((_, permission, origin) =>
    mayHavePermission(permission, origin, devServer),
  );
  session.setDevicePermissionHandler(() => false);
  session.setUSBProtectedClassesHandler(() => []);
  session.setBluetoothPairingHandler((_, answer) => answer({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_, answer) => answer({}));
  session.on("will-download", (event, item) => {
    if (mayDownload(item.getURL(), devServer)) return;
    event.preventDefault();
    log.warn("A download was refused", { from: item.getURL().slice(0, 200) });
  });
  forgetSpelling(session);
}

// The headers that every file of the page is served with. Pure.

/**
 * Nothing but the program's own files: no inline script or style, no eval, no network.
 *
 * Mantine's theme variables come as a constructed style sheet (renderer/theme/theme.ts) and React sets
 * styles through the object model, so neither needs 'unsafe-inline' nor a nonce.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes a script or a document: no library here needs a separate policy.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Features of the web platform that a counter has no use for. */
const SWITCHED_OFF = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/**
 * No Cross-Origin-Opener-Policy: nothing can open this page or be opened by it (the guards above), and with that header
 * Chromium throws the page's process away at every start and makes another (docs/decisions/0021).
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-DNS-Prefetch-Control": "off",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": SWITCHED_OFF.map((feature) => `${feature}=()`).join(", "),
};

// From an app:// address to a file below the page's folder, or to nothing. Pure.

const MIME_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

/** The type a file is served with; null for one that the page has no business with. */
export const mimeTypeOf = (path: string): string | null => MIME_TYPES[extname(path).toLowerCase()] ?? null;

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A stray percent sign is the address's fault, anything else is ours.
    if (error instanceof URIError) return null;
    throw error;
  }
};

/** The absolute path of the file that the address names, or null where it names none below `root`. */
export function assetPath(root: string, address: string): string | null {
  if (!isOwnPage(address, null)) return null;
  const path = decoded(new URL(address).pathname);
  if (path === null || path.includes("\0") || path.includes("\\") || path.includes(":")) return null;
  const file = resolve(root, `.${path === "/" ? "/index.html" : path}`);
  const below = relative(root, file);
  const outside = below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  return outside || mimeTypeOf(file) === null ? null : file;
}
