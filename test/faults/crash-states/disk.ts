/**
 * A disk that keeps what was synced and may lose anything else, as ALICE takes it (Pillai and others, OSDI 2014): a
 * file's bytes are safe after a sync of the file, a name after a sync of its folder; a rename is whole or not there.
 */
import { folderOf, type Operation } from "./operations.ts";

type Change = { kind: "write"; at: number; data: Buffer } | { kind: "cut"; length: number };
type Naming =
  | { kind: "name"; path: string; file: number }
  | { kind: "folder" | "unname"; path: string }
  | { kind: "rename"; from: string; to: string };

/** What is not safe yet, in the order in which it was done. */
export type Pending = { of: number; change: Change } | { naming: Naming };

type Names = Map<string, number | "folder">;

/** How much of each pending step is on the disk: true, false, or so many bytes of a write. */
export type Choice = readonly (boolean | number)[];

/** What lies in the folder: each file's bytes; null for a folder. */
export type Content = Map<string, Buffer | null>;

/** The bytes after these changes, each with how much of it is there. */
function changed(safe: Buffer, changes: readonly { change: Change; how: true | number }[]): Buffer {
  const ends = changes.map(({ change }) =>
    change.kind === "cut" ? change.length : change.at + change.data.length,
  );
  const room = Buffer.alloc(Math.max(safe.length, ...ends));
  safe.copy(room);
  let length = safe.length;
  for (const { change, how } of changes) {
    if (change.kind === "cut") {
      room.fill(0, Math.min(length, change.length), Math.max(length, change.length));
      length = change.length;
      continue;
    }
    const data = how === true ? change.data : change.data.subarray(0, how);
    data.copy(room, change.at);
    length = Math.max(length, change.at + data.length);
  }
  return room.subarray(0, length);
}

function renamed(names: Names, naming: Naming): void {
  switch (naming.kind) {
    case "name":
      names.set(naming.path, naming.file);
      return;
    case "folder":
      names.set(naming.path, "folder");
      return;
    case "unname":
      names.delete(naming.path);
      return;
    case "rename": {
      const file = names.get(naming.from);
      // What it would name isn't there: neither is the rename.
      if (file === undefined) return;
      names.delete(naming.from);
      names.set(naming.to, file);
      for (const [path, inner] of [...names])
        if (path.startsWith(`${naming.from}/`)) {
          names.delete(path);
          names.set(`${naming.to}${path.slice(naming.from.length)}`, inner);
        }
    }
  }
}

const foldersOf = (naming: Naming): string[] =>
  naming.kind === "rename" ? [folderOf(naming.from), folderOf(naming.to)] : [folderOf(naming.path)];

export class Disk {
  /** What of each file is safe. */
  readonly #files: Buffer[] = [];
  #safe: Names = new Map();
  readonly #now: Names = new Map();
  #pending: Pending[] = [];

  get pending(): readonly Pending[] {
    return this.#pending;
  }

  /** Does it; what is only said or sent changes nothing. */
  do(operation: Operation): void {
    switch (operation.kind) {
      case "make":
        if (!this.#now.has(operation.path)) this.#make(operation.path);
        return;
      case "folder":
        if (!this.#now.has(operation.path)) this.#name({ kind: "folder", path: operation.path });
        return;
      case "remove":
        this.#name({ kind: "unname", path: operation.path });
        return;
      case "rename":
        this.#name({ kind: "rename", from: operation.from, to: operation.to });
        return;
      case "link": {
        const file = this.#now.get(operation.from);
        if (typeof file === "number") this.#name({ kind: "name", path: operation.to, file });
        return;
      }
      case "write":
        this.#change(operation.path, { kind: "write", at: operation.at, data: operation.data });
        return;
      case "cut":
        this.#change(operation.path, { kind: "cut", length: operation.length });
        return;
      case "copy": {
        this.#change(operation.to, { kind: "write", at: 0, data: this.#bytes(this.#fileAt(operation.from)) });
        return;
      }
      case "sync":
        this.#sync(operation.path);
        return;
      case "said":
      case "sent":
        return;
    }
  }

  #make(path: string): number {
    const file = this.#files.push(Buffer.alloc(0)) - 1;
    this.#name({ kind: "name", path, file });
    return file;
  }

  #name(naming: Naming): void {
    renamed(this.#now, naming);
    this.#pending.push({ naming });
  }

  #fileAt(path: string): number {
    const file = this.#now.get(path);
    if (typeof file !== "number") throw new Error(`there is no file ${path}`);
    return file;
  }

  /** What a reader of the file sees. */
  #bytes(file: number): Buffer {
    const changes = this.#pending.flatMap((one) =>
      "of" in one && one.of === file ? [{ change: one.change, how: true as const }] : [],
    );
    return changed(this.#files[file] ?? Buffer.alloc(0), changes);
  }

  #change(path: string, change: Change): void {
    this.#pending.push({ of: this.#fileAt(path), change });
  }

  #sync(path: string): void {
    const of = path === "" ? "folder" : this.#now.get(path);
    if (typeof of === "number") {
      this.#files[of] = this.#bytes(of);
      this.#pending = this.#pending.filter((one) => !("of" in one) || one.of !== of);
      return;
    }
    const isHere = (one: Pending): boolean => "naming" in one && foldersOf(one.naming).includes(path);
    for (const one of this.#pending) if ("naming" in one && isHere(one)) renamed(this.#safe, one.naming);
    this.#pending = this.#pending.filter((one) => !isHere(one));
  }

  /** What a power cut leaves where of each pending step so much is on the disk. */
  after(choice: Choice): Content {
    const names: Names = new Map(this.#safe);
    const changes = new Map<number, { change: Change; how: true | number }[]>();
    for (const [index, one] of this.#pending.entries()) {
      const how = choice[index] ?? false;
      if (how === false) continue;
      if ("naming" in one) renamed(names, one.naming);
      else changes.set(one.of, [...(changes.get(one.of) ?? []), { change: one.change, how }]);
    }
    const bytesOf = (file: number): Buffer =>
      changed(this.#files[file] ?? Buffer.alloc(0), changes.get(file) ?? []);
    const content: Content = new Map();
    const isThere = (path: string): boolean =>
      path === "" || (names.get(path) === "folder" && isThere(folderOf(path)));
    for (const [path, file] of names)
      if (isThere(folderOf(path))) content.set(path, file === "folder" ? null : bytesOf(file));
    return content;
  }
}
