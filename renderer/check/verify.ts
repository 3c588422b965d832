/** Whether a slip's code was signed by a key that is known here. Needs no network, and no browser newer than this library. */
import { hashes, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2";
import { keyIdOf, readKeyText, readSlipCode, type SlipCode, signedBytes } from "../../contract/slip-code.ts";

hashes.sha512 = (message) => Uint8Array.from(sha512(message));

export type SlipVerdict =
  | { kind: "signed"; code: SlipCode; key: string }
  /** A known key has the name that the code gives, and the signature isn't that key's: something was changed. */
  | { kind: "changed"; code: SlipCode }
  | { kind: "unknownKey"; code: SlipCode }
  | { kind: "noCode" };

/** The bytes of base64url text; null where it is none. */
export function base64UrlBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    // Not base64 at all: the caller says so.
    return null;
  }
}

/** By the browser's own cryptography; null where it has none for this, as before 2025 or in a page without a secure origin. */
async function byBrowser(
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, signed);
  } catch {
    // No `subtle`, no Ed25519 in it, or a key that is no point: the library decides.
    return null;
  }
}

async function isSignedBy(code: SlipCode, publicKey: string): Promise<boolean> {
  const [signature, key] = [base64UrlBytes(code.signature), base64UrlBytes(publicKey)];
  if (signature?.length !== 64 || key?.length !== 32) return false;
  const signed = signedBytes(code.signed);
  const verdict = await byBrowser(signature, signed, key);
  if (verdict !== null) return verdict;
  try {
    return verify(signature, signed, key, { zip215: false });
  } catch {
    // The library throws for bytes that are no signature: they are not this key's.
    return false;
  }
}

/** Judges the text of a code by the keys that are known. */
export async function judgeSlip(text: string, keys: readonly string[]): Promise<SlipVerdict> {
  const code = readSlipCode(text.trim());
  if (code === null) return { kind: "noCode" };
  const named = keys.filter((key) => keyIdOf(key) === code.keyId);
  for (const key of named) if (await isSignedBy(code, key)) return { kind: "signed", code, key };
  return { kind: named.length > 0 ? "changed" : "unknownKey", code };
}

// The public keys that this page knows: those it was saved with, and those that a person added.

const PLACE = "counterside-keys";

/** The keys written into the page when it was saved. */
const builtIn = (): string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="keys"]')?.content ?? "")
    .split(" ")
    .flatMap((text) => readKeyText(text) ?? []);

let added: string[] | null = null;

function stored(): string[] {
  if (added !== null) return added;
  try {
    added = (localStorage.getItem(PLACE) ?? "").split(" ").flatMap((text) => readKeyText(text) ?? []);
  } catch {
    // A page opened from a file may have no storage: keys then hold as long as it is open.
    added = [];
  }
  return added;
}

function keep(keys: string[]): void {
  added = keys;
  try {
    localStorage.setItem(PLACE, keys.map((key) => `CSK1|${key}`).join(" "));
  } catch {
    // As above.
  }
}

export const knownKeys = (): string[] => [...new Set([...builtIn(), ...stored()])];
export const isBuiltIn = (key: string): boolean => builtIn().includes(key);
export const addKey = (key: string): void => keep([...new Set([...stored(), key])]);
export const removeKey = (key: string): void => keep(stored().filter((each) => each !== key));
