/** Looks for a secret in every spelling, in every file, also in what lies packed within one. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/** The secret as other programs, encodings and escapes would write it. */
export function spellingsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  // In the middle of other text base64 has three ways to begin; the letters at its ends depend on what is beside.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const address = encodeURIComponent(secret);
  const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(4, "0");
  const unicode = (which: RegExp, spell: (letter: string) => string): string[] => {
    const lower = secret.replaceAll(which, (letter) => `\\u${spell(letter)}`);
    return [lower, secret.replaceAll(which, (letter) => `\\u${spell(letter).toUpperCase()}`)];
  };
  const utf16 = Buffer.from(secret, "utf16le");
  return [
    ...[secret, escaped, escaped.replaceAll("/", "\\/"), address, encodeURI(secret)].map((text) =>
      Buffer.from(text),
    ),
    ...[
      address.replaceAll(/%../g, (code) => code.toLowerCase()),
      ...unicode(/[^A-Za-z0-9]/g, hexOf),
      ...unicode(/./gs, hexOf),
    ].map((text) => Buffer.from(text)),
    ...[...base64, ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))].map((text) =>
      Buffer.from(text),
    ),
    ...[bytes.toString("hex"), bytes.toString("hex").toUpperCase()].map((text) => Buffer.from(text)),
    Buffer.from([...secret].reverse().join("")),
    utf16,
    Buffer.from(utf16).swap16(),
  ];
}

const attempt = (work: () => Buffer): Buffer[] => {
  try {
    return [work()];
  } catch {
    // What can't be unpacked is searched as it is.
    return [];
  }
};

/** What a PDF's streams hold. */
function pdfStreams(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", at + 6)) {
    const from = at + (bytes[at + 6] === 13 ? 8 : 7);
    const to = bytes.indexOf("endstream", from);
    if (to > from) found.push(...attempt(() => inflateSync(bytes.subarray(from, to))));
  }
  return found;
}

async function zipParts(bytes: Buffer): Promise<Buffer[]> {
  const found: Buffer[] = [];
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    found.push(Buffer.from(entry.fileName), Buffer.concat(chunks));
  }
  return found;
}

/** The bytes, and the bytes within them. */
async function layersOf(bytes: Buffer): Promise<Buffer[]> {
  if (bytes.subarray(0, 5).toString() === "%PDF-") return [bytes, ...pdfStreams(bytes)];
  if (bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004") {
    const parts = await zipParts(bytes);
    return [bytes, ...(await Promise.all(parts.map(layersOf))).flat()];
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [bytes, ...attempt(() => gunzipSync(bytes))];
  return [bytes, ...attempt(() => inflateRawSync(bytes))];
}

/** Every file below the folders, or a file itself, that holds the secret in any spelling. */
export async function filesWith(
  places: readonly string[],
  secret: string,
): Promise<{ found: string[]; searched: number }> {
  const spellings = spellingsOf(secret);
  const paths = places.flatMap((place) =>
    statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [place],
  );
  const found: string[] = [];
  for (const path of paths) {
    const layers = await layersOf(readFileSync(path));
    const held = (layer: Buffer) => spellings.some((spelling) => layer.includes(spelling));
    if (held(Buffer.from(path)) || layers.some(held)) found.push(path);
  }
  return { found, searched: paths.length };
}
