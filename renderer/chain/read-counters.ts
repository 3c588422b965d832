/** Reads the status files that a person chose, or that lie beside the page, and checks their signatures. */
import type { CounterStatus, Signature } from "../../contract/counter-status.ts";
import {
  bytesToSign,
  judgeStatuses,
  type KnownCounters,
  knownCounters,
  MOST_COUNTERS,
  type ReadStatus,
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
  text(): Promise<string>;
}

const AT_A_TIME = 64;
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
async function together<T, R>(all: readonly T[], task: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) results.push(await task(one));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

/** `early` is called with what was read, before its signatures are checked. */
export async function readFolder(
  files: readonly ChosenFile[],
  now: number,
  early: (read: ReadFolder) => void,
): Promise<ReadFolder> {
  const canCheck = await canCheckSignatures();
  const unreadable: string[] = [];
  const texts: ReadStatus[] = [];
  await together(files, async (file) => {
    // What can't be reached just now is as one that says nothing: the others are shown.
    const read = readStatusFile(file.name, await file.text().catch(() => ""));
    if (read === null) unreadable.push(file.name);
    else texts.push(read);
  });
  const unchecked = { counters: texts.map(({ status }) => status), unreadable, missing: [], canCheck };
  early(unchecked);
  if (!canCheck) return unchecked;
  const checked = await together(texts, async (read) => ({ ...read, isSigned: await isSigned(read.file) }));
  const { counters, missing, known } = judgeStatuses(checked, readKnown(), now);
  writeKnown(known);
  return { counters, unreadable, missing: missing.map(({ name }) => name), canCheck };
}

interface PlacedFile {
  path: string;
  file: File;
}

/** Of the whole shop folder only the statuses; of any other folder each file that may be one. */
function statusesOf(placed: readonly PlacedFile[]): ChosenFile[] {
  const inPlace = placed.filter(({ path }) => /(?:^|\/)status\/[^/]+$/.test(path));
  return (
    (inPlace.length > 0 ? inPlace : placed)
      .filter(({ file }) => isStatus(file))
      .slice(0, MOST_COUNTERS)
      // The size isn't asked for first: for that the browser stops the page, as long as reading takes.
      .map(({ file }) => ({ name: file.name, text: () => file.text() }))
  );
}

export const filesOf = (list: Iterable<File>): ChosenFile[] =>
  statusesOf([...list].map((file) => ({ path: file.webkitRelativePath, file })));

/** What was dropped on the page: files, or a folder with them. */
export async function droppedFiles(items: DataTransferItemList): Promise<ChosenFile[]> {
  const found: PlacedFile[] = [];
  const walk = async (entry: FileSystemEntry | null, depth: number): Promise<void> => {
    if (entry === null || depth > 3 || found.length >= MOST_COUNTERS * 2) return;
    if (entry instanceof FileSystemFileEntry) {
      const file = await new Promise<File>((done, failed) => entry.file(done, failed));
      return void found.push({ path: entry.fullPath, file });
    }
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
  return statusesOf(found);
}

/** Beside the page, where it came over HTTP; null where there is no index, or it can't be reached. */
export async function filesBeside(): Promise<ChosenFile[] | null> {
  if (!location.protocol.startsWith("http")) return null;
  try {
    const index = await fetch(STATUS_INDEX, { cache: "no-store" });
    const { names } = statusIndex.parse(await index.json());
    return names.map((path) => ({
      name: path.slice(path.lastIndexOf("/") + 1),
      text: async () => {
        const answer = await fetch(path, { cache: "no-store" });
        return answer.ok ? await answer.text() : "";
      },
    }));
  } catch {
    // A person may choose the folder.
    return null;
  }
}
