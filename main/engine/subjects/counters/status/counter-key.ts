/** This counter's own key, which signs its status. It proves no more than that the same profile wrote it as before. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bytesToSign, type StatusFile } from "../../../../../contract/status-file.ts";
import { isHeld, whileHeldAtOnce } from "../../../../lib/whole-file.ts";
import { workFolder, writeKept } from "../kept.ts";

const MOST_BYTES = 10_000;

const keyFile = (profile: string): string => join(workFolder(profile), "counter-key");

const publicText = (key: KeyObject): string => String(createPublicKey(key).export({ format: "jwk" }).x);

function readKey(path: string): KeyObject | null {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isFile() !== true || there.size > MOST_BYTES) return null;
  try {
    const key = createPrivateKey(whileHeldAtOnce(() => readFileSync(path)));
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch (error) {
    if (isHeld(error)) throw error;
    // It can't be used any more; readers are shown that the counter has another key.
    return null;
  }
}

/** Made at the first use, and anew where what is there is no key. */
function counterKey(profile: string): KeyObject {
  const path = keyFile(profile);
  const found = readKey(path);
  if (found !== null) return found;
  const { privateKey } = generateKeyPairSync("ed25519");
  writeKept(path, privateKey.export({ format: "pem", type: "pkcs8" }));
  return privateKey;
}

export function signStatus(profile: string, status: string): StatusFile {
  const key = counterKey(profile);
  return {
    status,
    key: publicText(key),
    signature: sign(null, bytesToSign(status), key).toString("base64url"),
  };
}

export function isSigned({ status, key, signature }: StatusFile): boolean {
  try {
    const from = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
    return verify(null, bytesToSign(status), from, Buffer.from(signature, "base64url"));
  } catch {
    // No key at all.
    return false;
  }
}
