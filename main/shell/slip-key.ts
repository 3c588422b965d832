/** This counter's own key, which signs the codes on slips. Its private half is sealed by the system's keyring, as a token is. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { EntryDetail } from "../../contract/channels/posting.ts";
import type { SlipCheck, SlipKeyStatus } from "../../contract/channels/printing.ts";
import { slipStatusOf } from "../../contract/entry-status.ts";
import { CountersideError } from "../../contract/error.ts";
import {
  BODY_HASH_LETTERS,
  keyIdOf,
  keyText,
  MOST_CODE_LETTERS,
  signedBytes,
  slipCode,
  slipText,
} from "../../contract/slip-code.ts";
import { saidBy } from "../lib/error-code.ts";
import type { Log } from "../lib/log.ts";
import type { StoreFile } from "./files/store-file.ts";
import type { Cipher } from "./vault.ts";

const STORED = "slipKey";
/** `sealed`: the private key as PKCS 8, sealed by the keyring. */
const storedKey = z.object({ publicKey: z.string().length(43), sealed: z.string().max(64_000) });

/** The 32 bytes of a public key, base64url. */
const publicText = (key: KeyObject): string => String(createPublicKey(key).export({ format: "jwk" }).x);

export interface SlipKey {
  /** Makes the key where there is none yet and the keyring is safe. */
  status(): Promise<SlipKeyStatus>;
  /** Makes another key. Slips that are signed already stay valid under the old one. Throws `vault_unavailable`. */
  renew(): Promise<SlipKeyStatus>;
  /** The code of a slip that is printed at `at`, or why it has none. */
  check(entry: EntryDetail, practice: boolean, at: number): Promise<SlipCheck>;
}

type Opened = { state: "ready"; key: KeyObject; publicKey: string } | { state: "noKeyring" | "lost" };

/** Opens the key that the vault's file holds. */
export function openSlipKey(file: StoreFile, cipher: Cipher, log: Log): SlipKey {
  let opening: Promise<Opened> | null = null;

  const make = async (): Promise<Opened> => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const publicKey = publicText(privateKey);
    const text = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    const sealed = (await cipher.encrypt(text)).toString("base64");
    file.write(STORED, { publicKey, sealed });
    return { state: "ready", key: privateKey, publicKey };
  };

  const open = async (): Promise<Opened> => {
    const found: unknown = file.readAll()[STORED];
    if (!(await cipher.isSafe())) return { state: "noKeyring" };
    if (found === undefined) return make();
    const stored = storedKey.safeParse(found);
    if (!stored.success) return { state: "lost" };
    try {
      const text = await cipher.decrypt(Buffer.from(stored.data.sealed, "base64"));
      const key = createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
      // A key of another file would sign what its public half doesn't verify.
      return publicText(key) === stored.data.publicKey
        ? { state: "ready", key, publicKey: stored.data.publicKey }
        : { state: "lost" };
    } catch {
      // Its message could hold what was decrypted; that it failed is all that is needed.
      log.warn("The key of the slips can't be decrypted; slips are printed without a code");
      return { state: "lost" };
    }
  };

  /** Opened once; what failed is tried again, for a keyring may be unlocked later. */
  const opened = async (): Promise<Opened> => {
    opening ??= open();
    const asked = opening;
    try {
      const key = await asked;
      if (key.state !== "ready" && opening === asked) opening = null;
      return key;
    } catch (error) {
      if (opening === asked) opening = null;
      log.warn("The key of the slips could not be made; slips are printed without a code", { error });
      return { state: "noKeyring" };
    }
  };

  const statusOf = (key: Opened): SlipKeyStatus =>
    key.state === "ready"
      ? { state: key.state, publicKey: key.publicKey, keyId: keyIdOf(key.publicKey) }
      : { state: key.state, publicKey: null, keyId: null };

  return {
    status: async () => statusOf(await opened()),
    renew: async () => {
      if (!(await cipher.isSafe())) return statusOf({ state: "noKeyring" });
      opening = make();
      return statusOf(await opened());
    },
    check: async (entry, practice, at) => {
      const key = await opened();
      if (key.state !== "ready") return { code: null, why: key.state };
      const { kind, serialNo, localAmount, currencyId, requestHash } = entry;
      if (serialNo === null || localAmount === null || currencyId === null)
        return { code: null, why: "noAmount" };
      try {
        const signed = slipText({
          keyId: keyIdOf(key.publicKey),
          practice,
          kind: kind === "taxVoucher" ? "voucher" : "return",
          serialNo: serialNo.toLowerCase(),
          amount: localAmount,
          currencyId,
          state: slipStatusOf(entry),
          printedAt: `${new Date(at).toISOString().slice(0, 19)}Z`,
          bodyHash: requestHash.slice(0, BODY_HASH_LETTERS),
        });
        const code = slipCode(signed, sign(null, signedBytes(signed), key.key).toString("base64url"));
        return code.length > MOST_CODE_LETTERS ? { code: null, why: "tooLong" } : { code, why: null };
      } catch (error) {
        log.warn("A slip's code could not be made", { error });
        return { code: null, why: "tooLong" };
      }
    },
  };
}

// Writes the page that checks slips where the person says, with this counter's public key in it.

interface PageSaverDeps {
  slipKey: Pick<SlipKey, "status">;
  /** The page as it was built. */
  page: string;
  /** The system's dialog for saving; null where the person cancelled. */
  askWhere: (name: string) => Promise<string | null>;
}

/** What the built page has in the place of keys; they are written into its markup, never into its script. */
export const KEYS_PLACE = '<meta name="keys" content="" />';

/** Puts a key into the page. Throws where the page has no place for one. */
export function withKey(page: string, publicKey: string): string {
  if (!page.includes(KEYS_PLACE)) throw new Error("the checking page has no place for a key");
  return page.replace(KEYS_PLACE, `<meta name="keys" content="${keyText(publicKey)}" />`);
}

/** Makes the handler. */
export function createPageSaver({ slipKey, page, askWhere }: PageSaverDeps) {
  return async (): Promise<{ path: string | null }> => {
    const { publicKey } = await slipKey.status();
    const built = await readFile(page, "utf8");
    const text = publicKey === null ? built : withKey(built, publicKey);
    const path = await askWhere("check-slips.html");
    if (path === null) return { path };
    try {
      await writeFile(path, text);
    } catch (error) {
      throw new CountersideError("file_unreadable", { reason: "not_written", path, ...saidBy(error) });
    }
    return { path };
  };
}
