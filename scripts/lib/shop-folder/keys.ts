/** Keys that sign what is in the shop folder: in files, or with a command that asks a token. */
import { execFileSync } from "node:child_process";
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  constants as crypto,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "@tufjs/models";
import { Refusal } from "../say.mjs";

export interface Signer {
  key: Key;
  /** The signature in hexadecimal. */
  sign(bytes: Buffer): string;
}

const SIGN_WITHIN_MS = 120_000;

/** What decides how a key signs: its kind. */
function schemeOf(key: KeyObject): { keytype: string; scheme: string; hash: string | null } {
  if (key.asymmetricKeyType === "ed25519") return { keytype: "ed25519", scheme: "ed25519", hash: null };
  if (key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1")
    return { keytype: "ecdsa", scheme: "ecdsa-sha2-nistp256", hash: "sha256" };
  if (key.asymmetricKeyType === "rsa") return { keytype: "rsa", scheme: "rsassa-pss-sha256", hash: "sha256" };
  throw new Refusal("A key is Ed25519, ECDSA on P-256, or RSA; this one is another.");
}

/** The metadata's form of a public key. Its id is the hash of that form, its fields in the order of their names. */
export function publicKeyOf(given: KeyObject): Key {
  const key = given.type === "private" ? createPublicKey(given) : given;
  const { keytype, scheme } = schemeOf(key);
  const shown =
    keytype === "ed25519"
      ? key.export({ type: "spki", format: "der" }).subarray(-32).toString("hex")
      : String(key.export({ type: "spki", format: "pem" }));
  const fields = { keytype, keyval: { public: shown }, scheme };
  return Key.fromJSON(createHash("sha256").update(JSON.stringify(fields)).digest("hex"), fields);
}

/** Throws a Refusal where the file is no public key in PEM. */
export function readPublicKey(path: string): Key {
  let key: KeyObject;
  try {
    key = createPublicKey(readFileSync(path));
  } catch {
    throw new Refusal(`${path} can't be read as a public key in PEM.`);
  }
  return publicKeyOf(key);
}

function signerOf(key: KeyObject): Signer {
  const { hash, keytype } = schemeOf(createPublicKey(key));
  const padding = keytype === "rsa" ? { padding: crypto.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  return { key: publicKeyOf(key), sign: (bytes) => sign(hash, bytes, { key, ...padding }).toString("hex") };
}

/** Makes a key of a file that only its owner may read, and the public key beside it. Refuses where one is there. */
export function makeKey(folder: string, name: string): Signer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.pem`);
  if (existsSync(path)) throw new Refusal(`${path} is there already: it is not replaced.`);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  writeFileSync(join(folder, `${name}.public.pem`), publicKey.export({ type: "spki", format: "pem" }));
  return signerOf(privateKey);
}

/** Every private key of the folder. */
export function keysIn(folder: string): Signer[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".pem") && !name.endsWith(".public.pem"));
  return files.sort().map((name) => {
    try {
      return signerOf(createPrivateKey(readFileSync(join(folder, name))));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(`${join(folder, name)} can't be read as a private key in PEM (PKCS#8).`);
    }
  });
}

/** A key that never leaves its token: `command` gets the bytes on standard input and answers the signature. */
export function commandSigner(command: string, publicKeyFile: string): Signer {
  return {
    key: readPublicKey(publicKeyFile),
    sign(bytes) {
      try {
        const said = execFileSync("/bin/sh", ["-c", command], {
          input: bytes,
          timeout: SIGN_WITHIN_MS,
          stdio: ["pipe", "pipe", "inherit"],
        });
        return said.toString("hex");
      } catch {
        throw new Refusal(`The command that signs failed: ${command}`);
      }
    },
  };
}
