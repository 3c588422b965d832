/**
 * Undoes the packing of an answer (`Content-Encoding`), within bounds: at once and not as it comes, for most answers are
 * small, and what is made of one must not hang on how a thread pool fares.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

export type Packing = "gzip" | "br" | "deflate";

const NAMES: ReadonlyMap<string, Packing> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["deflate", "deflate"],
]);
/** Nobody packs more often, unless to hurt. */
const MOST_PACKINGS = 5;

/** What was done to an answer, the last first; null where any of it can't be undone. */
export function packingsOf(header: string): readonly Packing[] | null {
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const packings = names.flatMap((name) => NAMES.get(name) ?? []);
  return packings.length < names.length || names.length > MOST_PACKINGS ? null : packings.reverse();
}

export type Unpacked =
  | { kind: "whole"; bytes: Buffer }
  /** It has more than `most` bytes, packed or not. */
  | { kind: "too_large" }
  /** The packed bytes end too early. */
  | { kind: "cut"; said: string }
  | { kind: "broken"; said: string };

/** Servers send both: the bare stream, and the one with a header, whose two bytes are a multiple of 31. */
const hasZlibHeader = (packed: Buffer): boolean =>
  packed.length >= 2 && ((packed[0] ?? 0) & 0x0f) === 8 && packed.readUInt16BE(0) % 31 === 0;

function unpackOne(packed: Buffer, packing: Packing, most: number, isCut: boolean): Buffer {
  const options = { maxOutputLength: most, ...(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}) };
  switch (packing) {
    case "gzip":
      return gunzipSync(packed, options);
    case "deflate":
      return hasZlibHeader(packed) ? inflateSync(packed, options) : inflateRawSync(packed, options);
    case "br":
      return brotliDecompressSync(packed, {
        maxOutputLength: most,
        ...(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
      });
  }
}

function unpackAs(packed: Buffer, packings: readonly Packing[], most: number, isCut: boolean): Unpacked {
  let bytes = packed;
  for (const packing of packings) {
    // Nothing packed is nothing: what answers without a body has the header too.
    if (bytes.length === 0) break;
    try {
      bytes = unpackOne(bytes, packing, most, isCut);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = "code" in error ? String(error.code) : "";
      if (code === "ERR_BUFFER_TOO_LARGE") return { kind: "too_large" };
      return { kind: code === "Z_BUF_ERROR" ? "cut" : "broken", said: `${code}: ${error.message}` };
    }
  }
  return { kind: "whole", bytes };
}

/** The whole of a packed answer, where it has at most so many bytes; each packing of several counts. */
export const unpack = (packed: Buffer, packings: readonly Packing[], most: number): Unpacked =>
  unpackAs(packed, packings, most, false);

/**
 * The beginning of a packed answer that is cut, broken or too large: what comes of the longest half, quarter … of its
 * bytes that make at most `most`. Empty where none does.
 */
export function beginningOfPacked(packed: Buffer, packings: readonly Packing[], most: number): Buffer {
  for (let length = packed.length; length > 0; length >>= 1) {
    const unpacked = unpackAs(packed.subarray(0, length), packings, most, true);
    if (unpacked.kind === "whole") return unpacked.bytes;
  }
  return Buffer.alloc(0);
}
