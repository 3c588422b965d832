/** What every kind of place can do. Names are relative, parted by "/", of [A-Za-z0-9._-]; a name is whole or not there. */
import type { z } from "zod";
import type { PlaceTrouble } from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import type { PlaceKind } from "../../../../../contract/place-address.ts";
import { parsedJson } from "../../../file/database/row-rules.ts";

/** Bytes that may be read more than once, so that a request can be tried again. */
export interface Content {
  bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface Listed {
  name: string;
  bytes: number;
  /** When it was written, by the place's clock; milliseconds since 1970. */
  at: number;
}

/** Every call throws `place_failed` with its reason, and ends in bounded time. */
export interface ShopPlace {
  readonly kind: PlaceKind;
  /** Whether what is put gets its name when it is whole, as far as was seen. Where it doesn't rename, a put is whole by itself, or not at all. */
  renames(): boolean;
  /** False where two computers may each get the same name first, whatever one of them sees: a synced folder. */
  keepsApart(): boolean;
  /** Null where there is nothing of that name. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Replaces what is there. */
  put(name: string, content: Content): Promise<void>;
  /** False where something has that name already, which is left as it is. Only where the place was found to be able to. */
  putIfAbsent(name: string, content: Content): Promise<boolean>;
  /** Everything whose name begins with `prefix`, by name. */
  list(prefix: string): Promise<Listed[]>;
  /** Also where there is nothing. */
  remove(name: string): Promise<void>;
  close(): void;
}

export const placeFailed = (reason: PlaceTrouble, said: string): CountersideError =>
  new CountersideError("place_failed", { reason, said: said.slice(0, 300) });

const NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;
/** What is listed in a place was written by anybody. */
export const isName = (name: string): boolean => name.length <= 500 && NAME.test(name);
/** Throws where it is none. */
export function nameChecked(name: string): string {
  if (!isName(name)) throw placeFailed("other", "not a name of the shop folder");
  return name;
}

export const contentOf = (bytes: Uint8Array): Content => ({
  bytes: bytes.length,
  async *read() {
    yield bytes;
  },
});

export const jsonContent = (value: unknown): Content =>
  contentOf(new TextEncoder().encode(JSON.stringify(value)));

async function readUpTo(parts: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | "too_large"> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > most) return "too_large";
    read.push(part);
  }
  return Buffer.concat(read);
}

/** All of it; throws `place_failed` (`broken`) where it is more than `most` bytes. */
export async function readAll(parts: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const read = await readUpTo(parts, most);
  if (read === "too_large") throw placeFailed("broken", `more than ${most} bytes`);
  return read;
}

export async function getAll(place: ShopPlace, name: string, most: number): Promise<Buffer | null> {
  const parts = await place.get(name);
  return parts === null ? null : readAll(parts, most);
}

/** Null where there is nothing of that name. */
export async function getUpTo(
  place: ShopPlace,
  name: string,
  most: number,
): Promise<Buffer | "too_large" | null> {
  const parts = await place.get(name);
  return parts === null ? null : readUpTo(parts, most);
}

/** Null where it is gone, more than `most` bytes, or says something else than `schema`: anybody may have put it there. */
export async function getJson<T>(
  place: ShopPlace,
  name: string,
  most: number,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const found = await getUpTo(place, name, most);
  if (found === null || found === "too_large") return null;
  return schema.safeParse(parsedJson(found.toString("utf8"))).data ?? null;
}

/** So many files as no shop folder has. Throws where one list has more. */
const MOST_LISTED = 500_000;
export function assertListed(files: number): void {
  if (files > MOST_LISTED) throw placeFailed("broken", "more files than a shop folder has");
}
export const byName = (found: Listed[]): Listed[] => found.sort((a, b) => (a.name < b.name ? -1 : 1));

/** Requests that are under way at a time. */
const AT_A_TIME = 16;
/** Does it for all of them, several at a time; what it gives, in their order. */
export async function eachOf<T, R>(all: readonly T[], task: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += AT_A_TIME)
    done.push(...(await Promise.all(all.slice(from, from + AT_A_TIME).map(task))));
  return done;
}
