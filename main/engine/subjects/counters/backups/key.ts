/** The owner's key for backups: an X25519 identity of age, as text or as 24 words. The libraries are loaded where it is used. */
import { randomBytes } from "node:crypto";
import { invalidField } from "../../../../../contract/error.ts";

const PREFIX = "age-secret-key-";
const KEY_BYTES = 32;
const WORDS = 24;
/** With its check sum. */
const KEY_TEXT = /AGE-SECRET-KEY-1[0-9A-Z]{58}/i;

/** What a person gets to see, this once. */
export interface OwnersKey {
  recipient: string;
  key: string;
  words: string[];
}

const libraries = async () => {
  const [age, bip39, english, base] = await Promise.all([
    import("age-encryption"),
    import("@scure/bip39"),
    import("@scure/bip39/wordlists/english.js"),
    import("@scure/base"),
  ]);
  return { ...age, ...bip39, wordlist: english.wordlist, bech32: base.bech32 };
};

export async function makeKey(): Promise<OwnersKey> {
  const { identityToRecipient, entropyToMnemonic, wordlist, bech32 } = await libraries();
  const bytes = randomBytes(KEY_BYTES);
  const key = bech32.encodeFromBytes(PREFIX, bytes).toUpperCase();
  const words = entropyToMnemonic(bytes, wordlist).split(" ");
  return { recipient: await identityToRecipient(key), key, words };
}

/** The key text of what a person typed or a file holds: the text itself, or its words. Throws `invalid_input`. */
export async function readKey(typed: string): Promise<string> {
  const { mnemonicToEntropy, wordlist, bech32 } = await libraries();
  // However the paper was copied: over several lines, with the numbers of the words, in capital letters.
  const text = KEY_TEXT.exec(typed.replace(/[\s\p{Cf}]+/gu, ""))?.[0] ?? null;
  try {
    if (text !== null) {
      if (bech32.decodeToBytes(text.toLowerCase()).bytes.length === KEY_BYTES) return text.toUpperCase();
    } else {
      const words = typed.toLowerCase().match(/[a-z]+/g) ?? [];
      if (words.length === WORDS)
        return bech32.encodeFromBytes(PREFIX, mnemonicToEntropy(words.join(" "), wordlist)).toUpperCase();
    }
  } catch {
    // A letter or a word that is wrong: its check sum doesn't fit.
  }
  throw invalidField("key", "invalid", { expected: "owners_key" });
}

/** The public half of a key text. */
export const recipientOf = async (key: string): Promise<string> =>
  (await libraries()).identityToRecipient(key);

/** Throws `invalid_input` where it is no public key of age's X25519. */
export async function assertRecipient(recipient: string): Promise<void> {
  const { bech32 } = await libraries();
  try {
    const { prefix, bytes } = bech32.decodeToBytes(recipient);
    if (prefix === "age" && bytes.length === KEY_BYTES) return;
  } catch {
    // It is none.
  }
  throw invalidField("recipient", "invalid", { expected: "owners_key" });
}
