/** Keeps the page inside the program: navigation, new windows, embedded views, permissions, devices. */
import { type App, type Session, shell, type WebContents } from "electron";
import type { Log } from "./log.ts";
import { externalLink, mayDownload, mayHavePermission, mayNavigate } from "./navigation.ts";

/** Applies to every web contents that is ever made, whoever makes it. */
export function guardAllContents(app: App, devServer: string | null, log: Log): void {
  app.on("web-contents-created", (_, contents) => guardContents(contents, devServer, log));
}

function guardContents(contents: WebContents, devServer: string | null, log: Log): void {
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
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalLink(url);
    if (link === null) log.warn("A new window was refused", { to: url.slice(0, 200) });
    else openOutside(link, log);
    return { action: "deny" };
  });
}

function openOutside(link: string, log: Log): void {
  shell.openExternal(link).catch((error: unknown) => {
    log.warn("A link could not be handed to the system", { error });
  });
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
  session.setSpellCheckerEnabled(false);
}
