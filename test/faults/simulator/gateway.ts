/** What a gateway between counter and service does to an answer on its way, though nobody asked for it. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Chance } from "./chance.ts";

interface Way {
  encoding: string;
  pack: (bytes: Buffer) => Buffer;
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const WAYS: readonly Way[] = [
  { encoding: "gzip", pack: (bytes) => gzipSync(bytes) },
  { encoding: "X-GZIP", pack: (bytes) => gzipSync(bytes) },
  { encoding: "br", pack: (bytes) => brotliCompressSync(bytes, quick) },
  { encoding: "deflate", pack: (bytes) => deflateSync(bytes) },
  { encoding: "deflate", pack: (bytes) => deflateRawSync(bytes) },
  { encoding: "gzip, br", pack: (bytes) => brotliCompressSync(gzipSync(bytes), quick) },
];

export interface Gateway {
  /** Statuses that come before the answer's own. */
  interim: readonly number[];
  headers: Record<string, string>;
  pack: (bytes: Buffer) => Buffer;
}

/** One answer in ten is packed, and one in twenty has a 100 before it. */
export function gatewayOf(chance: Chance): Gateway {
  const interim = chance.happens(0.05) ? [100] : [];
  const isPacked = chance.happens(0.1);
  const { encoding, pack } = chance.pick(WAYS);
  if (!isPacked) return { interim, headers: {}, pack: (bytes) => bytes };
  return { interim, headers: { "content-encoding": encoding }, pack };
}
