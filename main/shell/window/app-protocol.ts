/** app://: serves the page's own files, and only those. */

import { readFileSync } from "node:fs";
import { net, powerMonitor, protocol, type Session, session } from "electron";
import type { Log } from "../../lib/log.ts";
import { APP_SCHEME, assetPath, forgetSpelling, mimeTypeOf, SECURITY_HEADERS } from "./page-rules.ts";

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves `root` under app://counterside/.
 *
 * `protocol.handle` would have Node load its whole fetch (54 ms of the main process, measured) before the first file,
 * and read through a stream; this older call hands over one buffer. Read at once and not in the background: a read in
 * four turns waits four times while the rest of the program is being loaded.
 */
export function serveAppFiles(root: string, log: Log): void {
  protocol.registerBufferProtocol(APP_SCHEME, (request, answer) => {
    const path = request.method === "GET" || request.method === "HEAD" ? assetPath(root, request.url) : null;
    if (path === null) return answer(refusal(403, "This is not a file of the program."));
    const type = mimeTypeOf(path) ?? "application/octet-stream";
    try {
      answer({ data: readFileSync(path), headers: { "Content-Type": type, ...SECURITY_HEADERS } });
    } catch (error) {
      log.warn("A file of the page could not be read", { path, error });
      answer(refusal(404, "There is no such file."));
    }
  });
}

const refusal = (statusCode: number, words: string) => ({
  statusCode,
  data: Buffer.from(words),
  headers: { "Content-Type": "text/plain", ...SECURITY_HEADERS },
});

// Sessions of Chromium's beside the page's: to ask for the system's proxy, and for updates.

/** A session in memory, without a cache; the same one for the same name. */
export function ownSession(name: "proxy" | "electron-updater"): Session {
  const made = session.fromPartition(name, { cache: false });
  forgetSpelling(made);
  return made;
}

// Tells the engine when the link may be back: a hint, never a fact.

const LOOK_EVERY_MS = 2_000;

/** Calls `hint` when the machine wakes or gets a network; the returned function stops the looking. */
export function watchNetwork(hint: () => void): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) hint();
    online = now;
  }, LOOK_EVERY_MS);
  timer.unref();
  powerMonitor.on("resume", hint);
  powerMonitor.on("unlock-screen", hint);
  return () => {
    clearInterval(timer);
    powerMonitor.off("resume", hint);
    powerMonitor.off("unlock-screen", hint);
  };
}
