/** app://: serves the page's own files, and only those. */
import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import { assetPath, mimeTypeOf } from "./asset-path.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import type { Log } from "./log.ts";
import { APP_SCHEME } from "./origin.ts";

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves `root` under app://counterside/. */
export function serveAppFiles(root: string, log: Log): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const path = request.method === "GET" || request.method === "HEAD" ? assetPath(root, request.url) : null;
    if (path === null) return refusal(403, "This is not a file of the program.");
    try {
      const body = new Uint8Array(await readFile(path));
      const type = mimeTypeOf(path) ?? "application/octet-stream";
      return new Response(body, { headers: { "Content-Type": type, ...SECURITY_HEADERS } });
    } catch (error) {
      log.warn("A file of the page could not be read", { path, error: String(error) });
      return refusal(404, "There is no such file.");
    }
  });
}

const refusal = (status: number, words: string) =>
  new Response(words, { status, headers: { "Content-Type": "text/plain", ...SECURITY_HEADERS } });
