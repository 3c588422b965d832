/** The channels of kept files and links. The system's own dialogs and programs are handed in. */

import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Attached, type FileRefusal, MOST_FILES_AT_ONCE } from "../../contract/channels/attachments.ts";
import { CHANNELS } from "../../contract/channels.ts";
import { extensionOf, type KeptFile, LARGEST_FILE, storedName } from "../../contract/kept-file.ts";
import { webLink } from "../../contract/web-link.ts";
import type { ShellHandlers } from "../ipc/dispatch.ts";
import { messageOf } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import { makeFolderAtOnce, nameWhole, removeFile } from "../lib/whole-file.ts";
import type { Invoke } from "./engine/engine-host.ts";
import type { Confirm } from "./window/dialogs.ts";

export interface AttachmentSystem {
  /** Asks the person, outside the page. */
  confirm: Confirm;
  /** The paths that the person chose; none where they cancelled. */
  chooseFiles(): Promise<string[]>;
  /** Where a copy shall go; null where the person cancelled. */
  askWhere(name: string): Promise<string | null>;
  /** Opens a file in the program that the system has for it; the system's words where it could not. */
  openPath(path: string): Promise<string>;
  showInFolder(path: string): void;
  openLink(href: string): Promise<void>;
}

type Named = Pick<KeptFile, "sha256" | "name">;

export type AttachmentHandlers = Pick<
  ShellHandlers,
  | "attachment.choose"
  | "attachment.receive"
  | "attachment.present"
  | "attachment.open"
  | "attachment.saveAs"
  | "link.open"
>;

/** More dropped files than this are not taken at the same time; the one that waited longest gives way. */
const MOST_TRANSFERS = 4;

/**
 * Makes the handlers. A file leaves them only where the person chose it in the dialog since the start or the engine
 * says that an entry refers to it: the bytes of any other one may be the page's own making.
 */
export function createAttachments(
  keeper: FileKeeper,
  system: AttachmentSystem,
  invoke: Invoke,
  log: Log,
): AttachmentHandlers {
  const chosen = new Set<string>();
  const isReferred = async (file: Named): Promise<boolean> => {
    const reply = await invoke("attachment.isReferred", file);
    return reply.ok && CHANNELS["attachment.isReferred"].output.parse(reply.value).referred;
  };
  const mayLeave = async (file: Named) => chosen.has(storedName(file)) || (await isReferred(file));
  const transfers = new Map<string, Incoming>();
  const drop = async (transferId: string) => {
    const incoming = transfers.get(transferId);
    transfers.delete(transferId);
    await incoming?.abort();
  };

  const openTransfer = async (transferId: string, name: string) => {
    await drop(transferId);
    for (const oldest of [...transfers.keys()].slice(0, Math.max(0, transfers.size + 1 - MOST_TRANSFERS)))
      await drop(oldest);
    const incoming = await keeper.begin(name);
    if (!("outcome" in incoming)) transfers.set(transferId, incoming);
    return incoming;
  };

  const logged = (attached: Attached): Attached => {
    if (attached.outcome === "refused" && attached.detail !== null)
      log.warn("A file was not kept", { reason: attached.reason, detail: attached.detail });
    return attached;
  };

  return {
    "attachment.choose": async () => {
      const paths = await system.chooseFiles();
      const attached: Attached[] = [];
      for (const path of paths.slice(0, MOST_FILES_AT_ONCE)) {
        const kept = logged(await keeper.keep(path));
        if (kept.outcome === "kept") chosen.add(storedName(kept.file));
        attached.push(kept);
      }
      const left = paths.slice(MOST_FILES_AT_ONCE);
      return { attached: [...attached, ...left.map((path) => keeper.refused(basename(path), "too_many"))] };
    },
    "attachment.receive": async (_, { transferId, name, offset, base64, last }) => {
      const incoming = offset === 0 ? await openTransfer(transferId, name) : transfers.get(transferId);
      // A part without the ones before it: the transfer gave way to another.
      if (incoming === undefined) return keeper.refused(name, "unreadable");
      if ("outcome" in incoming) return logged(incoming);
      if (incoming.bytes() !== offset) {
        await drop(transferId);
        return keeper.refused(name, "unreadable");
      }
      try {
        await incoming.write(Buffer.from(base64, "base64"));
      } catch (error) {
        await drop(transferId);
        if (error instanceof TooLarge) return keeper.refused(name, "too_large");
        return logged(keeper.refused(name, "not_written", messageOf(error)));
      }
      if (!last) return { outcome: "more" };
      transfers.delete(transferId);
      return logged(await keeper.finish(incoming, name));
    },
    "attachment.present": async (_, { kept }) => ({
      present: await Promise.all(kept.map((file) => keeper.isPresent(file))),
    }),
    "attachment.open": async (_, file) => {
      const found = await keeper.find(file);
      if (found.is !== "there") return { outcome: found.is, detail: null };
      if (!(await mayLeave(file))) return { outcome: "not_referred", detail: null };
      const shows = onlyShows(file.name);
      if (!(await system.confirm({ about: shows ? "openFile" : "showFile", what: file.name })))
        return { outcome: "cancelled", detail: null };
      if (!shows) {
        system.showInFolder(found.path);
        return { outcome: "shown_in_folder", detail: null };
      }
      const words = await system.openPath(found.path);
      return words === "" ? { outcome: "opened", detail: null } : { outcome: "failed", detail: words };
    },
    "attachment.saveAs": async (_, file) => {
      const found = await keeper.find(file);
      if (found.is !== "there") return { outcome: found.is, detail: null };
      if (!(await mayLeave(file))) return { outcome: "not_referred", detail: null };
      const target = await system.askWhere(plainName(file.name));
      if (target === null) return { outcome: "cancelled", detail: null };
      try {
        await keeper.copyTo(found.path, target);
        return { outcome: "saved", detail: target };
      } catch (error) {
        log.warn("A kept file could not be saved elsewhere", { error });
        return { outcome: "failed", detail: messageOf(error) };
      }
    },
    "link.open": async (_, { url }) => {
      const link = webLink(url);
      if (!link.ok) return { outcome: link.reason };
      if (!(await system.confirm({ about: "openLink", what: link.href }))) return { outcome: "cancelled" };
      try {
        await system.openLink(link.href);
        return { outcome: "opened" };
      } catch (error) {
        log.warn("A link did not open", { error });
        return { outcome: "failed" };
      }
    },
  };
}

// Keeps files under their SHA-256 in the profile, and finds them again.

export type KeptFileState = { is: "there"; path: string } | { is: "missing" } | { is: "changed" };
type Refused = Extract<Attached, { outcome: "refused" }>;

export type FileKeeper = ReturnType<typeof createFileKeeper>;

const refused = (name: string, reason: FileRefusal, detail: string | null = null): Refused => ({
  outcome: "refused",
  name: plainName(name),
  reason,
  detail,
});

/** What forbids a file before it is read; null where nothing does. */
async function objectionTo(path: string): Promise<Refused | null> {
  const name = basename(path);
  try {
    const found = await stat(path);
    if (found.isDirectory()) return refused(name, "folder");
    // A pipe or a device would be waited for for ever.
    if (!found.isFile()) return refused(name, "unreadable");
    if (found.size === 0) return refused(name, "empty");
    return found.size > LARGEST_FILE ? refused(name, "too_large") : null;
  } catch (error) {
    return refused(name, "unreadable", messageOf(error));
  }
}

/** A failure of reading is distinguished from one of writing by which side threw. */
class NotWritten extends Error {}

/** Makes the keeper of one folder, which is made when it is first needed. */
export function createFileKeeper(folder: string) {
  /** Finishes what came, or says why not; the part beside is gone either way. */
  const finish = async (incoming: Incoming, name: string): Promise<Attached> => {
    try {
      if (incoming.bytes() === 0) {
        await incoming.abort();
        return refused(name, "empty");
      }
      return { outcome: "kept", file: await incoming.finish(name) };
    } catch (error) {
      await incoming.abort();
      return refused(name, "not_written", messageOf(error));
    }
  };
  const begin = async (name: string): Promise<Incoming | Refused> => {
    try {
      return await openIncoming(folder);
    } catch (error) {
      return refused(name, "not_written", messageOf(error));
    }
  };

  return {
    begin,
    finish,
    refused,
    /** Copies the file that a person chose. Never rejects: what went wrong is its answer. */
    async keep(path: string): Promise<Attached> {
      const name = basename(path);
      const objection = await objectionTo(path);
      if (objection !== null) return objection;
      const incoming = await begin(name);
      if ("outcome" in incoming) return incoming;
      try {
        await pipeline(createReadStream(path), async (chunks: AsyncIterable<Uint8Array>) => {
          for await (const chunk of chunks)
            await incoming.write(chunk).catch((error: unknown) => {
              throw error instanceof TooLarge ? error : new NotWritten(messageOf(error));
            });
        });
      } catch (error) {
        await incoming.abort();
        if (error instanceof TooLarge) return refused(name, "too_large");
        return refused(name, error instanceof NotWritten ? "not_written" : "unreadable", messageOf(error));
      }
      return finish(incoming, name);
    },
    /** Whether it lies here, by its name only. */
    async isPresent(file: Named): Promise<boolean> {
      const found = await stat(join(folder, storedName(file))).catch(() => null);
      return found?.isFile() ?? false;
    },
    /** The kept copy, once its content was seen to be what was kept. */
    async find(file: Named): Promise<KeptFileState> {
      const path = join(folder, storedName(file));
      const hash = createHash("sha256");
      try {
        // A pipe under its name would be waited for.
        if (!(await stat(path)).isFile()) return { is: "missing" };
        await pipeline(createReadStream(path), hash);
      } catch {
        return { is: "missing" };
      }
      return hash.digest("hex") === file.sha256 ? { is: "there", path } : { is: "changed" };
    },
    /** Copies a kept file elsewhere; throws the system's error. */
    async copyTo(path: string, target: string): Promise<void> {
      // By its bytes, so that the copy is no read-only file.
      await pipeline(createReadStream(path), createWriteStream(target));
    },
    /** Removes what a crash left half-way. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (name.startsWith(PART_MARK)) await removeFile(join(folder, name));
    },
  };
}

// One file on its way into the folder: written beside, hashed while it comes, and named only when it is
// whole.

/** Leftovers of a crash are known by it. */
const PART_MARK = ".part-";

export class TooLarge extends Error {}

export interface Incoming {
  /** How many bytes came so far. */
  bytes(): number;
  /** Throws TooLarge, or the system's error. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes it durable under its hash; the same content is kept once. */
  finish(name: string): Promise<KeptFile>;
  abort(): Promise<void>;
}

/** Begins a file. */
export async function openIncoming(folder: string): Promise<Incoming> {
  makeFolderAtOnce(folder);
  const part = join(folder, `${PART_MARK}${randomUUID()}`);
  const handle: FileHandle = await open(part, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  const abort = async () => {
    await handle.close().catch(() => undefined);
    await removeFile(part);
  };
  return {
    bytes: () => bytes,
    abort,
    async write(chunk) {
      bytes += chunk.byteLength;
      if (bytes > LARGEST_FILE) throw new TooLarge();
      hash.update(chunk);
      for (let from = 0; from < chunk.byteLength; ) {
        const { bytesWritten } = await handle.write(chunk, from);
        from += bytesWritten;
      }
    },
    async finish(name) {
      const file = { sha256: hash.digest("hex"), name: plainName(name), bytes };
      await handle.close();
      const target = join(folder, storedName(file));
      await nameWhole(part, target);
      // Opened by another program, it must not be changed by it.
      await chmod(target, 0o400);
      return file;
    },
  };
}

// Names and kinds of kept files. Pure.

/** Kinds that only show something. Whatever can run, script or carry macros is not among them, nor what is unknown. */
const ONLY_SHOWS = new Set([
  ...["pdf", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "heic"],
  ...["txt", "csv", "docx", "xlsx", "pptx", "odt", "ods", "odp"],
]);

/** Whether the system may be asked to open it. */
export const onlyShows = (name: string): boolean => ONLY_SHOWS.has(extensionOf(name));

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MOST_CHARS = 120;

/** A name of any origin as one that every file system takes and no reader is misled by. */
export function plainName(name: string): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? "")
    // Marks that turn the direction of writing hide where a name really ends.
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/(?<![. ])[. ]+$/, "")
    .trim();
  const safe = bare === "" || RESERVED.test(bare) ? `_${bare}` : bare;
  if (safe.length <= MOST_CHARS) return safe;
  const end = extensionOf(safe) === "" ? "" : `.${extensionOf(safe)}`;
  return `${safe.slice(0, MOST_CHARS - end.length).replace(/\p{Cs}/gu, "")}${end}`;
}
