/** From an app:// address to a file below the page's folder, or to nothing. Pure. */
import { extname, isAbsolute, relative, resolve, sep } from "node:path";
import { isOwnPage } from "./origin.ts";

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
