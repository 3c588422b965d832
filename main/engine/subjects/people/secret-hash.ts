/** Keeps a secret as a salted scrypt hash, and compares in constant time. */
import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { checkDigits, RECOVERY_DIGITS } from "../../../../contract/channels/pin.ts";
import type { HashCost } from "../../core/context.ts";
import type { SecretHash } from "../../file/schema/people-json.ts";

const BLOCK_SIZE = 8;
const BYTES = 32;

/** The asynchronous scrypt: 32 MB and a tenth of a second are not spent on the thread that draws windows. */
const derive = (secret: BinaryLike, salt: Buffer, cost: number): Promise<Buffer> => {
  const options: ScryptOptions = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE };
  return new Promise((settle, fail) =>
    scrypt(secret, salt, BYTES, options, (error, key) => (error === null ? settle(key) : fail(error))),
  );
};

/** Hashes a secret with a new salt. */
export async function hashSecret(secret: string, cost: HashCost): Promise<SecretHash> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, cost);
  return {
    kind: "scrypt",
    cost,
    blockSize: BLOCK_SIZE,
    parallel: 1,
    salt: salt.toString("base64"),
    hash: hash.toString("base64"),
  };
}

/** Is this the secret? Takes the same time whatever is wrong with it. */
export async function isSecret(kept: SecretHash, given: string): Promise<boolean> {
  const expected = Buffer.from(kept.hash, "base64");
  const derived = await derive(given, Buffer.from(kept.salt, "base64"), kept.cost);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

// Makes recovery codes, and writes them so that people can copy them. Pure: chance is handed in.

/** A new code; `digit` gives one of 0 to 9, each as likely as the others. */
export function makeRecoveryCode(digit: () => number): string {
  const random = Array.from({ length: RECOVERY_DIGITS.random }, digit).join("");
  return random + checkDigits(random);
}
