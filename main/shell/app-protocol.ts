/** app://: serves the page's own files, and only those. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import { assetPath, mimeTypeOf } from "./asset-path.ts";
import { securityHeaders, withStyleNonce } from "./headers.ts";
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
    const type = mimeTypeOf(path);
    try {
      const bytes = await readFile(path);
      return fileResponse(bytes, type ?? "application/octet-stream");
    } catch (error) {
      log.warn("A file of the page could not be read", { path, error: String(error) });
      return refusal(404, "There is no such file.");
    }
  });
}

function fileResponse(bytes: Buffer, type: string): Response {
  const styleNonce = randomBytes(16).toString("base64");
  const isPage = type.startsWith("text/html");
  const body = isPage ? withStyleNonce(bytes.toString("utf8"), styleNonce) : new Uint8Array(bytes);
  return new Response(body, { headers: { "Content-Type": type, ...securityHeaders(styleNonce) } });
}

const refusal = (status: number, words: string) =>
  new Response(words, { status, headers: { "Content-Type": "text/plain", ...securityHeaders("none") } });
