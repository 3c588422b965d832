/** WebDAV (RFC 4918): files are put beside their names and moved to them, so that a name is whole or not there. */
import type { PlaceAddress } from "../../../../../contract/place-address.ts";
import type { PlaceSecrets } from "../../../../../contract/process-messages.ts";
import { PART } from "../../../../lib/whole-file.ts";
import {
  failedBy,
  type HttpAnswer,
  type HttpAsk,
  type HttpLimits,
  openHttp,
  passOver,
  readXmlOf,
  troubleOfStatus,
} from "./http.ts";
import {
  assertListed,
  byName,
  type Content,
  contentOf,
  isName,
  type Listed,
  nameChecked,
  type ShopPlace,
} from "./shop-place.ts";

const PROPERTIES = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>`;

interface Found {
  href: string;
  isFolder: boolean;
  bytes: number;
  at: number;
}

const isDone = (status: number): boolean => status >= 200 && status < 300;
/** The folder that says that a name is taken. */
const taken = (name: string): string => `${name}.taken${PART}/`;
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1);

async function foundIn(answer: HttpAnswer): Promise<Found[]> {
  const all: Found[] = [];
  let now: Found | null = null;
  let text = "";
  await readXmlOf(answer, {
    open(name) {
      text = "";
      if (name === "response") now = { href: "", isFolder: false, bytes: 0, at: 0 };
      if (name === "collection" && now !== null) now.isFolder = true;
    },
    text(piece) {
      text += piece;
    },
    close(name) {
      if (now === null) return;
      // Of several `href` the first is the response's own.
      if (name === "href" && now.href === "") now.href = text.trim();
      if (name === "getcontentlength") now.bytes = Number(text) || 0;
      if (name === "getlastmodified") now.at = Date.parse(text) || 0;
      if (name !== "response") return;
      all.push(now);
      now = null;
    },
  });
  return all;
}

/** The path of `href` below the place, decoded; null where it is elsewhere. */
function nameIn(base: URL, href: string): string | null {
  if (!URL.canParse(href, base)) return null;
  // Some servers behind a gateway name another scheme or host: the path alone counts.
  const { pathname } = new URL(href, base);
  try {
    const [inside, whole] = [decodeURIComponent(base.pathname), decodeURIComponent(pathname)];
    return whole.startsWith(inside) ? whole.slice(inside.length) : null;
  } catch {
    // Not encoded as it should be: no name of ours.
    return null;
  }
}

export function openWebdav(
  { url }: PlaceAddress & { kind: "webdav" },
  { key, secret }: PlaceSecrets,
  proxy: string | null,
  uuid: () => string = () => globalThis.crypto.randomUUID(),
  limits?: HttpLimits,
): ShopPlace {
  const base = new URL(url);
  const http = openHttp(base, proxy, limits);
  const credentials = Buffer.from(`${key ?? ""}:${secret ?? ""}`).toString("base64");
  const own: Record<string, string> =
    key === null && secret === null ? {} : { authorization: `Basic ${credentials}` };
  /** Whether a file can be moved to its name; null until it was tried. */
  let moves: boolean | null = null;

  const pathOf = (name: string): string => `${base.pathname}${name}`;
  const ask = (method: string, name: string, rest: Partial<HttpAsk> = {}): Promise<HttpAnswer> =>
    http.ask({ method, path: pathOf(name), ...rest, headers: { ...own, ...rest.headers } });
  const statusOf = async (...asked: Parameters<typeof ask>): Promise<number> => {
    const answer = await ask(...asked);
    await passOver(answer);
    return answer.status;
  };

  /** Makes the folders of a name; the place itself is never made up. */
  const makeFolders = async (name: string): Promise<void> => {
    const parts = name.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const status = await statusOf("MKCOL", `${parts.slice(0, depth).join("/")}/`);
      // 405: it is there.
      if (!isDone(status) && status !== 405) throw failedBy(status);
    }
  };
  /** The status of a put, made anew where a folder was missing. */
  const putAt = async (name: string, content: Content, headers: Record<string, string>): Promise<number> => {
    const first = await statusOf("PUT", name, { headers, content });
    if (first !== 404 && first !== 409) return first;
    await makeFolders(name);
    return statusOf("PUT", name, { headers, content });
  };
  /** Beside its name; the folders of the name are there then. */
  const putBeside = async (name: string, content: Content): Promise<string> => {
    const unfinished = `${folderOf(name)}${uuid()}${PART}`;
    const put = await putAt(unfinished, content, {});
    if (isDone(put)) return unfinished;
    await statusOf("DELETE", unfinished);
    throw failedBy(put);
  };
  /** To its name, or removed. True: it has that name now. False: something has it already. Null: this place moves nothing. */
  const moveTo = async (name: string, unfinished: string, overwrite: "T" | "F"): Promise<boolean | null> => {
    const moved = await statusOf("MOVE", unfinished, {
      headers: { destination: `${base.origin}${pathOf(name)}`, overwrite },
    });
    if (isDone(moved)) return true;
    await statusOf("DELETE", unfinished);
    if (moved === 405 || moved === 501) return null;
    // 423: another moves to that name at this moment.
    if (overwrite === "F" && (moved === 412 || moved === 423)) return false;
    throw failedBy(moved);
  };
  /**
   * Whether this is the first to take the name: servers make a folder in one step of the system's, while many look for a
   * file and then rename, and let two win.
   */
  const isFirst = async (name: string): Promise<boolean> => {
    const made = await statusOf("MKCOL", taken(name));
    if (isDone(made)) return true;
    if (made === 405 || made === 423) return false;
    const there = await statusOf("PROPFIND", taken(name), { headers: { depth: "0" } });
    if (there === 207) return false;
    throw failedBy(made);
  };
  const put = async (name: string, content: Content): Promise<void> => {
    if (moves !== false) {
      moves = (await moveTo(name, await putBeside(name, content), "T")) !== null;
      if (moves) return;
    }
    const status = await putAt(name, content, {});
    if (!isDone(status)) throw failedBy(status);
  };
  const putIfAbsent = async (name: string, content: Content): Promise<boolean> => {
    const unfinished = await putBeside(name, content);
    if (!(await isFirst(name))) {
      await statusOf("DELETE", unfinished);
      return false;
    }
    const moved = await moveTo(name, unfinished, "F");
    moves = moved !== null;
    if (moved !== null) return moved;
    const status = await statusOf("PUT", name, { headers: { "if-none-match": "*" }, content });
    if (status === 412) return false;
    if (!isDone(status)) throw failedBy(status);
    return true;
  };

  return {
    kind: "webdav",
    keepsApart: () => true,
    renames: () => moves === true,
    async get(name) {
      const answer = await ask("GET", nameChecked(name));
      if (answer.status === 200) return answer.body;
      await passOver(answer);
      if (answer.status === 404 || answer.status === 410) return null;
      throw failedBy(answer.status);
    },
    put: async (name, content) => put(nameChecked(name), content),
    putIfAbsent: async (name, content) => putIfAbsent(nameChecked(name), content),
    async list(prefix) {
      const first = folderOf(prefix);
      if (first !== "") nameChecked(first.slice(0, -1));
      const found: Listed[] = [];
      const folders = [first];
      const seen = new Set(folders);
      for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
        const answer = await ask("PROPFIND", folder, {
          headers: { depth: "1", "content-type": "application/xml" },
          content: contentOf(Buffer.from(PROPERTIES)),
        });
        if (answer.status !== 207) {
          await passOver(answer);
          // The place itself must be there.
          if (answer.status === 404 && folder !== "") continue;
          throw failedBy(answer.status, answer.status === 405 ? "other" : troubleOfStatus(answer.status));
        }
        for (const { href, isFolder, bytes, at } of await foundIn(answer)) {
          const path = nameIn(base, href) ?? "";
          const name = path.replace(/\/$/, "");
          if (!isName(name) || !path.startsWith(folder) || name.endsWith(PART)) continue;
          const below = `${name}/`;
          // A prefix may end within a folder's name.
          if (isFolder && !seen.has(below) && (below.startsWith(prefix) || prefix.startsWith(below))) {
            seen.add(below);
            folders.push(below);
          }
          if (!isFolder && name.startsWith(prefix)) found.push({ name, bytes, at });
        }
        // Each folder is a request.
        assertListed(found.length + 10 * seen.size);
      }
      return byName(found);
    },
    async remove(name) {
      for (const path of [nameChecked(name), taken(name)]) {
        const status = await statusOf("DELETE", path);
        if (!isDone(status) && status !== 404 && status !== 410) throw failedBy(status);
      }
    },
    close: http.close,
  };
}
