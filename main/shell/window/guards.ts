/** Keeps the page inside the program: network, navigation, new windows, embedded views, permissions, devices. */
import type { App, Session, WebContents } from "electron";
import type { Log } from "../log/log.ts";
import { mayDownload, mayHavePermission, mayNavigate, mayRequest } from "./navigation.ts";

/** Applies to every web contents that is ever made, whoever makes it. */
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

/** No camera, no location, no notification, no device: the page gets what navigation.ts names, and nothing else. */
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
