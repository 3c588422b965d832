/** Reads the status files that a person chose, or that lie beside the page, and checks their signatures. */
import type { CounterStatus, Signature } from "../../contract/counter-status.ts";
import {
  bytesToSign,
  type KnownCounters,
  knownCounters,
  MOST_COUNTERS,
  MOST_STATUS_BYTES,
  meet,
  readStatusFile,
  STATUS_INDEX,
  type StatusFile,
  statusIndex,
} from "../../contract/status-file.ts";

/** `signature` is missing where this browser can't check it. */
export type ReadCounter = CounterStatus & { signature?: Signature };

export interface ReadFolder {
  counters: ReadCounter[];
  unreadable: string[];
  /** Counters that were seen before, and whose file is gone. */
  missing: string[];
  canCheck: boolean;
}

export interface ChosenFile {
  name: string;
  bytes: number;
  text(): Promise<string>;
}

const AT_A_TIME = 256;
const KNOWN = "counterside-counters";

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

async function isSigned({ status, key, signature }: StatusFile): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, bytesOf(signature), bytesToSign(status));
  } catch {
    // A key or a signature that is none.
    return false;
  }
}

/** False in old browsers, and in a page without a secure origin. */
async function canCheckSignatures(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

function readKnown(): KnownCounters {
  try {
    return knownCounters.parse(JSON.parse(localStorage.getItem(KNOWN) ?? "{}"));
  } catch {
    // A page opened from a file may have no storage: the counters are met anew each time.
    return {};
  }
}

function writeKnown(known: KnownCounters): void {
  try {
    localStorage.setItem(KNOWN, JSON.stringify(known));
  } catch {
    // As above, or there is no room.
  }
}

const isStatus = ({ name }: { name: string }): boolean =>
  /\.json$/.test(name) && !STATUS_INDEX.endsWith(name);

/** Several tasks at a time: the browser reads and checks on other threads. */
async function together<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) await task(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

/** `early` is called with what was read, before its signatures are checked. */
export async function readFolder(
  files: readonly ChosenFile[],
  now: number,
  early: (read: ReadFolder) => void,
): Promise<ReadFolder> {
  const canCheck = await canCheckSignatures();
  const known = readKnown();
  const found: ReadFolder = { counters: [], unreadable: [], missing: [], canCheck };
  const texts: NonNullable<ReturnType<typeof readStatusFile>>[] = [];
  const seen = new Set<string>();
  await together(files.filter(isStatus).slice(0, MOST_COUNTERS), async (file) => {
    // What can't be reached just now is as one that says nothing: the others are shown.
    const text = file.bytes > MOST_STATUS_BYTES ? "" : await file.text().catch(() => "");
    const read = readStatusFile(file.name, text);
    if (read === null) return void found.unreadable.push(file.name);
    seen.add(read.status.deviceId);
    texts.push(read);
  });
  early({ ...found, counters: texts.map(({ status }) => status) });
  await together(texts, async (read) => {
    const { status, file } = read;
    if (!canCheck) return void found.counters.push(status);
    if (!(await isSigned(file))) return void found.counters.push({ ...status, signature: "bad" });
    const met = meet(known[status.deviceId], read, now);
    known[status.deviceId] = met.known;
    found.counters.push({ ...status, signature: met.signature });
  });
  for (const [deviceId, { name }] of Object.entries(known)) if (!seen.has(deviceId)) found.missing.push(name);
  if (canCheck) writeKnown(known);
  return found;
}

/** A file by itself costs the browser more than what it holds: so many are read at one go. */
const READ_TOGETHER = 250;

/** The texts of files that are read at one go, when the first of them is asked for; one that has changed fails all. */
function textsOf(files: readonly File[]): (at: number) => Promise<string> {
  let reading: Promise<ArrayBuffer> | null = null;
  const begins: number[] = [];
  let bytes = 0;
  for (const { size } of files) {
    begins.push(bytes);
    bytes += size;
  }
  return async (at) => {
    reading ??= new Blob([...files]).arrayBuffer();
    return new TextDecoder().decode(new Uint8Array(await reading, begins[at], files[at]?.size));
  };
}

export function filesOf(list: Iterable<File>): ChosenFile[] {
  const small = [...list].filter(({ size }) => size <= MOST_STATUS_BYTES);
  const large = [...list].filter(({ size }) => size > MOST_STATUS_BYTES);
  const chosen: ChosenFile[] = large.map(({ name, size }) => ({ name, bytes: size, text: async () => "" }));
  for (let from = 0; from < small.length; from += READ_TOGETHER) {
    const some = small.slice(from, from + READ_TOGETHER);
    const textOf = textsOf(some);
    for (const [at, file] of some.entries())
      chosen.push({ name: file.name, bytes: file.size, text: () => textOf(at).catch(() => file.text()) });
  }
  return chosen;
}

/** What was dropped on the page: files, or a folder with them. */
export async function droppedFiles(items: DataTransferItemList): Promise<ChosenFile[]> {
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry | null, depth: number): Promise<void> => {
    if (entry === null || depth > 3 || found.length >= MOST_COUNTERS * 2) return;
    if (entry instanceof FileSystemFileEntry)
      return void found.push(await new Promise<File>((done, failed) => entry.file(done, failed)));
    if (!(entry instanceof FileSystemDirectoryEntry)) return;
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) return;
      for (const each of some) await walk(each, depth + 1);
    }
  };
  // The list is emptied as soon as anything is waited for.
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  for (const entry of entries) await walk(entry, 0);
  return filesOf(found);
}

/** Beside the page, where it came over HTTP; null where there is no index, or it can't be reached. */
export async function filesBeside(): Promise<ChosenFile[] | null> {
  if (!location.protocol.startsWith("http")) return null;
  try {
    const index = await fetch(STATUS_INDEX, { cache: "no-store" });
    const { names } = statusIndex.parse(await index.json());
    return names.map((path) => ({
      name: path.slice(path.lastIndexOf("/") + 1),
      bytes: 0,
      text: async () => {
        const answer = await fetch(path, { cache: "no-store" });
        return answer.ok ? (await answer.text()).slice(0, MOST_STATUS_BYTES) : "";
      },
    }));
  } catch {
    // A person may choose the folder.
    return null;
  }
}
