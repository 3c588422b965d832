/** Sends what was dropped, part by part: the page has the file's bytes, and never its path. */
import {
  type Attached,
  DROPPED_PART_CHARS,
  type FileRefusal,
} from "../../../contract/channels/attachments.ts";
import { LARGEST_FILE } from "../../../contract/kept-file.ts";
import { invoke } from "../../client/api.ts";

const PART_BYTES = (DROPPED_PART_CHARS / 4) * 3;

/** Something dropped: a file, or a folder, which has only a name. */
export type Dropped = { kind: "file"; file: File } | { kind: "folder"; name: string };

/** What was dropped. Folders are told from files now: later the event has forgotten. */
export function droppedOf({ items }: DataTransfer): Dropped[] {
  return [...items].flatMap((item): Dropped[] => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return [{ kind: "folder", name: entry.name }];
    const file = item.getAsFile();
    return file === null ? [] : [{ kind: "file", file }];
  });
}

async function base64Of(part: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(part);
  });
  return address.slice(address.indexOf(",") + 1);
}

const carried = (name: string): string =>
  name
    .replace(/[/\\\p{Cc}\p{Cs}]/gu, "_")
    .slice(0, 255)
    .replace(/\p{Cs}/gu, "") || "_";

const nameOf = (dropped: Dropped): string =>
  carried(dropped.kind === "folder" ? dropped.name : dropped.file.name);

const refusal = (name: string, reason: FileRefusal): Attached => ({
  outcome: "refused",
  name,
  reason,
  detail: null,
});

/** One that came together with more than are taken at once. */
export const leftOut = (dropped: Dropped): Attached => refusal(nameOf(dropped), "too_many");

/** Hands one dropped thing over. Throws only where the channel itself fails. */
export async function sendDropped(dropped: Dropped): Promise<Attached> {
  const name = nameOf(dropped);
  const refused = (reason: FileRefusal) => refusal(name, reason);
  if (dropped.kind === "folder") return refused("folder");
  const { file } = dropped;
  if (file.size === 0) return refused("empty");
  if (file.size > LARGEST_FILE) return refused("too_large");
  const transferId = crypto.randomUUID();
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    let base64: string;
    try {
      base64 = await base64Of(file.slice(offset, offset + PART_BYTES));
    } catch {
      // Removed or changed while it was read.
      return refused("unreadable");
    }
    const last = offset + PART_BYTES >= file.size;
    const answer = await invoke("attachment.receive", { transferId, name, offset, base64, last });
    if (answer.outcome !== "more") return answer;
  }
  return refused("unreadable");
}
