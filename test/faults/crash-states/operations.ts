/** What system calls did to the files under one folder, and what the program said meanwhile. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { placesIn, type SystemCall, stringsIn } from "./system-calls.ts";

/** One step; paths are relative to the folder, "" is the folder itself. */
export type Operation =
  | { kind: "make" | "folder" | "remove" | "sync"; path: string }
  | { kind: "write"; path: string; at: number; data: Buffer }
  | { kind: "cut"; path: string; length: number }
  | { kind: "copy"; from: string; to: string }
  | { kind: "rename" | "link"; from: string; to: string }
  /** On standard output. */
  | { kind: "said"; text: string }
  /** To another program over TCP. */
  | { kind: "sent"; text: string };

/** Throws where a call that may change a file is of a form that isn't known here. */
export function operationsOf(calls: readonly SystemCall[], folder: string): Operation[] {
  const found: Operation[] = [];
  /** Where the next plain write of each descriptor goes. */
  const at = new Map<string, number>();
  const inside = (path: string | null | undefined): string | null => {
    if (path === null || path === undefined) return null;
    const inner = relative(folder, path);
    return inner.startsWith("..") || resolve(folder, inner) !== resolve(path) ? null : inner;
  };
  for (const { name, args, result } of calls) {
    if (result < 0) continue;
    const places = placesIn(args);
    const strings = stringsIn(args);
    const [place] = places;
    const named = strings.map((text) => inside(text.toString()));
    const path = inside(place?.path);
    switch (name) {
      case "openat":
      case "open":
      case "creat": {
        const target = named[0] ?? null;
        at.set(String(result), 0);
        if (target === null) break;
        if (/O_APPEND/.test(args)) throw new Error(`a file is appended to: ${target}`);
        if (/O_CREAT/.test(args)) found.push({ kind: "make", path: target });
        if (/O_TRUNC/.test(args)) found.push({ kind: "cut", path: target, length: 0 });
        break;
      }
      case "write":
      case "writev":
      case "sendto":
      case "sendmsg": {
        const data = Buffer.concat(strings);
        if (place?.handle === "1") found.push({ kind: "said", text: data.toString() });
        else if (place?.path?.startsWith("TCP") === true)
          found.push({ kind: "sent", text: data.toString("latin1") });
        else if (path !== null && place !== undefined) {
          const from = at.get(place.handle) ?? 0;
          at.set(place.handle, from + result);
          found.push({ kind: "write", path, at: from, data: data.subarray(0, result) });
        }
        break;
      }
      case "pwrite64":
      case "pwritev":
      case "pwritev2": {
        if (path === null) break;
        const offset = (name === "pwritev2" ? /, (\d+), \w+$/ : /, (\d+)$/).exec(args)?.[1];
        if (offset === undefined) throw new Error(`${name} without a place`);
        found.push({
          kind: "write",
          path,
          at: Number(offset),
          data: Buffer.concat(strings).subarray(0, result),
        });
        break;
      }
      case "ftruncate":
        if (path !== null) found.push({ kind: "cut", path, length: Number(/, (\d+)$/.exec(args)?.[1]) });
        break;
      case "fallocate":
        if (path !== null) throw new Error(`room is taken beforehand: ${path}`);
        break;
      case "fsync":
      case "fdatasync":
        if (path !== null) found.push({ kind: "sync", path });
        break;
      case "copy_file_range":
      case "sendfile": {
        // The one that is written is named second by the one, first by the other.
        const [first, second] = places.map((one) => inside(one.path));
        const [from, to] = name === "sendfile" ? [second, first] : [first, second];
        if (to === null || to === undefined || result === 0) break;
        if (from === null || from === undefined) throw new Error(`${to} is copied from elsewhere`);
        found.push({ kind: "copy", from, to });
        break;
      }
      case "rename":
      case "renameat":
      case "renameat2":
      case "link":
      case "linkat": {
        const [from, to] = named;
        if (from === null || from === undefined || to === null || to === undefined) {
          if (to !== null && to !== undefined) throw new Error(`${to} comes from elsewhere`);
          break;
        }
        found.push({ kind: name.startsWith("rename") ? "rename" : "link", from, to });
        break;
      }
      case "unlink":
      case "unlinkat":
      case "rmdir":
        if (named[0] !== null && named[0] !== undefined) found.push({ kind: "remove", path: named[0] });
        break;
      case "mkdir":
      case "mkdirat":
        if (named[0] !== null && named[0] !== undefined) found.push({ kind: "folder", path: named[0] });
        break;
      default:
        throw new Error(`the call ${name} isn't known here`);
    }
  }
  return found;
}

/** Steps that lay out what is in the folder now, all of it safe. */
export function stepsThatMade(folder: string): Operation[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const steps = all
    .map((one) => ({ path: relative(folder, join(one.parentPath, one.name)), isFolder: one.isDirectory() }))
    .sort((a, b) => a.path.length - b.path.length);
  return [
    ...steps.flatMap(({ path, isFolder }): Operation[] =>
      isFolder
        ? [{ kind: "folder", path }]
        : [
            { kind: "make", path },
            { kind: "write", path, at: 0, data: readFileSync(join(folder, path)) },
            { kind: "sync", path },
          ],
    ),
    ...steps.flatMap(({ path, isFolder }): Operation[] => (isFolder ? [{ kind: "sync", path }] : [])),
    { kind: "sync", path: "" },
  ];
}

/** The folder in which a name lies. */
export const folderOf = (path: string): string => (dirname(path) === "." ? "" : dirname(path));

/** What was said while a write to a log was not synced: nothing, where a reader may rely on it. */
export function saidEarly(operations: readonly Operation[]): string[] {
  const dirty = new Set<string>();
  const early: string[] = [];
  for (const operation of operations) {
    if (operation.kind === "write" && operation.path.endsWith(".sqlite-wal")) dirty.add(operation.path);
    if (operation.kind === "sync") dirty.delete(operation.path);
    if (operation.kind === "said" && dirty.size > 0) early.push(operation.text);
  }
  return early;
}
