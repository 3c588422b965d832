/** The channels of kept files and links. The system's own dialogs and programs are handed in. */
import { basename } from "node:path";
import type { Attached } from "../../../contract/channels/attachments.ts";
import { MOST_FILES_AT_ONCE } from "../../../contract/channels/attachments.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { type KeptFile, storedName } from "../../../contract/kept-file.ts";
import { webLink } from "../../../contract/web-link.ts";
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Invoke } from "../engine/engine-host.ts";
import type { Log } from "../log.ts";
import type { Confirm } from "../window/dialogs.ts";
import type { FileKeeper } from "./file-keeper.ts";
import { type Incoming, onlyShows, plainName, TooLarge } from "./file-keeper.ts";

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

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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

  const told = (attached: Attached): Attached => {
    if (attached.outcome === "refused" && attached.detail !== null)
      log.warn("A file was not kept", { reason: attached.reason, detail: attached.detail });
    return attached;
  };

  return {
    "attachment.choose": async () => {
      const paths = await system.chooseFiles();
      const attached: Attached[] = [];
      for (const path of paths.slice(0, MOST_FILES_AT_ONCE)) {
        const kept = told(await keeper.keep(path));
        if (kept.outcome === "kept") chosen.add(storedName(kept.file));
        attached.push(kept);
      }
      const left = paths.slice(MOST_FILES_AT_ONCE);
      return { attached: [...attached, ...left.map((path) => keeper.refused(basename(path), "too_many"))] };
    },
    "attachment.receive": async ({ transferId, name, offset, base64, last }) => {
      const incoming = offset === 0 ? await openTransfer(transferId, name) : transfers.get(transferId);
      // A part without the ones before it: the transfer gave way to another.
      if (incoming === undefined) return keeper.refused(name, "unreadable");
      if ("outcome" in incoming) return told(incoming);
      if (incoming.bytes() !== offset) {
        await drop(transferId);
        return keeper.refused(name, "unreadable");
      }
      try {
        await incoming.write(Buffer.from(base64, "base64"));
      } catch (error) {
        await drop(transferId);
        if (error instanceof TooLarge) return keeper.refused(name, "too_large");
        return told(keeper.refused(name, "not_written", wordsOf(error)));
      }
      if (!last) return { outcome: "more" };
      transfers.delete(transferId);
      return told(await keeper.finish(incoming, name));
    },
    "attachment.present": async ({ kept }) => ({
      present: await Promise.all(kept.map((file) => keeper.isPresent(file))),
    }),
    "attachment.open": async (file) => {
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
    "attachment.saveAs": async (file) => {
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
        return { outcome: "failed", detail: wordsOf(error) };
      }
    },
    "link.open": async ({ url }) => {
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
