/** Looks for a secret in bytes, in every spelling that a program or a system may have given it. Pure. */

const escapedJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/**
 * The spellings: as it is, URL-encoded, escaped in JSON, in UTF-16 of both orders, in hexadecimal, in base64 and
 * base64url at each of the three alignments that longer text can give it, and reversed.
 */
export function spellingsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, "utf8");
  const wide = Buffer.from(secret, "utf16le");
  const texts = new Set([
    secret,
    encodeURIComponent(secret),
    escapedJson(secret),
    [...secret].reverse().join(""),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => alignedBase64(bytes, offset)),
  ]);
  return [...[...texts].map((text) => Buffer.from(text, "utf8")), wide, Buffer.from(wide).swap16()];
}

/** The part of the base64 text that depends on the secret alone when `offset` bytes stand before it. */
function alignedBase64(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString("base64");
  const inner = whole.slice(offset === 0 ? 0 : 4);
  return inner.length < 8 ? [] : [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
}

/** The spelling that was found, for a test's words; null where none of the secrets is in the bytes. */
export function findSecret(bytes: Buffer, secrets: readonly string[]): string | null {
  for (const secret of secrets.filter((one) => one.length >= 4))
    for (const spelling of spellingsOf(secret))
      if (bytes.includes(spelling)) return spelling.toString("latin1");
  return null;
}
