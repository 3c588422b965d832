/**
 * The client of The Update Framework over a place: what is not signed by the folder's own keys, or is older than what
 * was seen, is refused. Whether metadata has expired is said and stops nothing: a shop whose price office is ill goes on
 * with what is signed.
 */
import { createHash } from "node:crypto";
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fetcher, type TargetFile, Updater } from "tuf-js";
import { BadVersionError, DownloadHTTPError, RuntimeError } from "tuf-js/dist/error.js";
import { z } from "zod";
import { CountersideError } from "../../../../../contract/error.ts";
import { removeAtOnce, removeFolderAtOnce } from "../../../../lib/whole-file.ts";
import type { JobWorld } from "../job-world.ts";
import { readKept, workFolder, writeKept } from "../kept.ts";
import { writeAll } from "../place/pieces.ts";
import { placeFailed, readAll, type ShopPlace } from "../place/shop-place.ts";
import { METADATA, TARGETS } from "./published.ts";

const ROOT_BYTES = 512_000;
/** Any address: the library joins names to it, and the fetcher takes them off again. */
const BASE = "http://shop-folder/";

/** Why what is in the folder is not believed. */
export const REFUSALS = [
  "other_root", // signed by keys that were never this folder's, or not those that the policy names
  "rollback", // older than what was seen
  "signature", // not signed by who may, or not what was signed
  "too_large",
] as const;
export type TrustRefusal = (typeof REFUSALS)[number];

export class NotTrusted extends Error {
  readonly refusal: TrustRefusal;
  constructor(refusal: TrustRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Ends with `NotTrusted` where there is more than was announced: nobody reads without end. */
async function* bounded(parts: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > most) throw new NotTrusted("too_large");
    yield part;
  }
}

async function readBounded(place: ShopPlace, name: string, most: number): Promise<Buffer | null> {
  const parts = await place.get(name);
  return parts === null ? null : readAll(bounded(parts, most), most);
}

/** Reads from the place by the library's addresses. `failure`: what the place failed with, which the library rewords. */
function fetcherOf(place: ShopPlace, folder: string, uuid: () => string) {
  const state: { failure: unknown } = { failure: null };
  const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));
  const noting = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      if (error instanceof CountersideError || error instanceof NotTrusted) state.failure = error;
      throw error;
    }
  };
  const missing = (name: string): Error => {
    // Only the next root may be missing; of what was named a part of the folder is not there, or not there yet.
    if (!/\.root\.json$/.test(name)) state.failure = placeFailed("broken", `${name} is missing`);
    return new DownloadHTTPError(name, 404);
  };
  const fetcher: Fetcher = {
    downloadBytes: (url, most) =>
      noting(async () => {
        const bytes = await readBounded(place, nameOf(url), most);
        if (bytes === null) throw missing(nameOf(url));
        return bytes;
      }),
    downloadFile: (url, most, use) =>
      noting(async () => {
        const parts = await place.get(nameOf(url));
        if (parts === null) throw missing(nameOf(url));
        const path = join(folder, `${uuid()}.part`);
        try {
          const handle = openSync(path, "wx", 0o600);
          try {
            for await (const part of bounded(parts, most)) writeAll(handle, part);
          } finally {
            closeSync(handle);
          }
          return await use(path);
        } finally {
          removeAtOnce(path);
        }
      }),
  };
  return { fetcher, state };
}

const signedPart = z.object({ signed: z.object({ version: z.number(), expires: z.iso.datetime() }) });
const signedIn = (path: string) => signedPart.parse(JSON.parse(readFileSync(path, "utf8"))).signed;

/** What is known of the folder's first root. `place`: where it was first seen. */
const MOST_PIN_BYTES = 10_000;
const pinned = z.object({ fingerprint: z.string(), place: z.string() });

export interface TrustAsked {
  /** The place as it is named. */
  place: string;
  /** The fingerprint of the first root that the owner's policy names; null: the first that is seen is the folder's. */
  root: string | null;
}

/** What is signed in the folder, as of now. */
export interface TrustedMetadata {
  fingerprint: string;
  /** When the first of it expires. */
  expiresAt: string;
  target(path: string): Promise<TargetFile | null>;
  /** Downloads a target; it is at `to` once it is proven. */
  download(target: TargetFile, to: string): Promise<void>;
  /** Keeps what was seen: from now on nothing older is taken. */
  keep(): void;
}

const isPlainName = (name: string): boolean => /^[A-Za-z0-9._-]+\.json$/.test(name);

/**
 * Looks at what is signed. Null where the place has nothing signed and nothing signed was seen there before. Throws `NotTrusted`,
 * and what the place throws.
 */
export async function openTrusted(
  { place, profile, uuid }: Pick<JobWorld, "place" | "profile" | "uuid">,
  asked: TrustAsked,
): Promise<TrustedMetadata | null> {
  const kept = join(workFolder(profile), "tuf");
  const work = join(workFolder(profile), "tuf-work");
  const put = (name: string, bytes: Uint8Array | string): void => writeKept(join(kept, name), bytes);
  const known = readKept(join(kept, "pinned.json"), MOST_PIN_BYTES, pinned);
  const isOther = known !== null && asked.root !== null && known.fingerprint !== asked.root;
  let fingerprint = known?.fingerprint ?? null;
  const hasRoot = existsSync(join(kept, "root.json"));
  if (known === null || known.place !== asked.place || isOther || !hasRoot) {
    const first = await readBounded(place, `${METADATA}/1.root.json`, ROOT_BYTES);
    if (first === null) {
      // A person has named another place. What was seen of the one before is kept: it may be named again.
      if (known === null || known.place !== asked.place) return null;
      throw placeFailed("broken", "1.root.json is missing");
    }
    fingerprint = sha256(first);
    if (asked.root !== null && fingerprint !== asked.root) throw new NotTrusted("other_root");
    // The same folder in another place: what was seen of it holds there too.
    if (fingerprint !== known?.fingerprint || !hasRoot) {
      removeFolderAtOnce(kept);
      put("root.json", first);
    }
    put("pinned.json", JSON.stringify({ fingerprint, place: asked.place }));
  }
  // The library writes as it goes; a crash may leave half of it, which must not become what is known.
  removeFolderAtOnce(work);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(kept))
    if (isPlainName(name) && name !== "pinned.json") copyFileSync(join(kept, name), join(work, name));
  const { fetcher, state } = fetcherOf(place, work, uuid);
  const keepNewRoot = (): void => {
    const newer = join(work, "root.json");
    if (existsSync(newer) && signedIn(newer).version > signedIn(join(kept, "root.json")).version)
      put("root.json", readFileSync(newer));
  };
  const judged = async <T>(task: () => Promise<T>): Promise<T> => {
    state.failure = null;
    try {
      return await task();
    } catch (error) {
      keepNewRoot();
      if (state.failure !== null) throw state.failure;
      if (error instanceof CountersideError || error instanceof NotTrusted) throw error;
      throw new NotTrusted(error instanceof BadVersionError ? "rollback" : "signature", error);
    }
  };
  return await judged(async () => {
    const updater = new Updater({
      metadataDir: work,
      metadataBaseUrl: `${BASE}${METADATA}`,
      targetDir: work,
      targetBaseUrl: `${BASE}${TARGETS}`,
      fetcher,
    });
    // The library knows no clock but its own, and stops where metadata has expired.
    const store: unknown = Reflect.get(updater, "trustedSet");
    if (typeof store !== "object" || store === null || !("referenceTime" in store))
      throw new RuntimeError("the library keeps its time elsewhere");
    store.referenceTime = new Date(0);
    await updater.refresh();
    return {
      fingerprint: fingerprint ?? "",
      get expiresAt() {
        const times = readdirSync(work)
          .filter((name) => isPlainName(name))
          .map((name) => signedIn(join(work, name)).expires);
        return times.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? new Date(0).toISOString();
      },
      target: (path) => judged(async () => (await updater.getTargetInfo(path)) ?? null),
      download: (target, to) => judged(async () => void (await updater.downloadTarget(target, to))),
      keep() {
        // The timestamp last: it is what says that the others are complete.
        const names = readdirSync(work).filter(isPlainName);
        for (const name of [...names.filter((one) => one !== "timestamp.json"), "timestamp.json"])
          if (existsSync(join(work, name))) put(name, readFileSync(join(work, name)));
        removeFolderAtOnce(work);
      },
    };
  });
}
