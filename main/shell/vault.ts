/** Holds tokens and keys: encrypted by the system's keyring, or in memory for this run, and nowhere else. */

import type { SafeStorage } from "electron";
import { z } from "zod";
import type { Log } from "../lib/log.ts";
import type { StoreFile } from "./files/store-file.ts";

const storedTokens = z.record(z.string().max(3_000), z.string().max(64_000));

interface VaultStatus {
  backend: string;
  canKeep: boolean;
  thisRunOnly: boolean;
  /** A kept token of the connection can't be read any more. */
  lost: boolean;
}

export interface Vault {
  /** Every token that can be read, by its key (`tokenKey`). One that can't be decrypted counts as none. */
  tokens(): Promise<Record<string, string>>;
  /** Keeps a token: on disk where the keyring is safe and `remember` says so, else for this run. */
  keep(key: string, token: string, remember: boolean): Promise<void>;
  /** Forgets every token but those under `kept`, on disk and in memory. */
  forget(kept?: readonly string[]): void;
  /** Which connection the status speaks of. */
  use(key: string): void;
  status(): Promise<VaultStatus>;
  /** Whether the connection's token ends with this run. */
  isForThisRun(): boolean;
  /** For the log's redaction. */
  secrets(): readonly string[];
}

/** Makes a vault of a profile: what it keeps is under this name in the file. */
export function openVault(
  file: StoreFile,
  cipher: Cipher,
  log: Log,
  stored: "tokens" | "placeSecrets" = "tokens",
): Vault {
  const thisRun = new Map<string, string>();
  const seen = new Set<string>();
  let current: string | null = null;

  const readStored = (): Record<string, string> => {
    const parsed = storedTokens.safeParse(file.readAll()[stored] ?? {});
    if (!parsed.success) log.warn("The kept tokens can't be read; sign-in is needed");
    return parsed.success ? parsed.data : {};
  };
  const withoutKey = (key: string) =>
    Object.fromEntries(Object.entries(readStored()).filter(([name]) => name !== key));

  const decryptAll = async (): Promise<Record<string, string>> => {
    const tokens: Record<string, string> = {};
    for (const [key, sealed] of Object.entries(readStored())) {
      try {
        tokens[key] = await cipher.decrypt(Buffer.from(sealed, "base64"));
      } catch {
        // Its message could hold what was decrypted; that it failed is all that is needed.
        log.warn("A kept token can't be decrypted; sign-in is needed");
      }
    }
    return tokens;
  };

  /**
   * A token that was given since takes its place, so nothing is missed then. Before a connection is named, the word is
   * that no kept token at all can be read.
   */
  const isLost = async (key: string | null): Promise<boolean> => {
    const names = Object.keys(readStored());
    const asked = names.filter((name) => (key === null || name === key) && !thisRun.has(name));
    if (asked.length === 0) return false;
    const readable = (await cipher.isSafe()) ? await decryptAll() : {};
    return asked.every((name) => readable[name] === undefined);
  };

  /** False where it could not be written safely; the token then lives for this run. */
  const writeSealed = async (key: string, token: string): Promise<boolean> => {
    if (!(await cipher.isSafe())) return false;
    try {
      const sealed = (await cipher.encrypt(token)).toString("base64");
      file.write(stored, { ...readStored(), [key]: sealed });
      return true;
    } catch (error) {
      log.warn("The token could not be kept; it holds for this run", { error });
      return false;
    }
  };

  const isForThisRun = () => current !== null && thisRun.has(current);

  return {
    tokens: async () => {
      const kept = (await cipher.isSafe()) ? await decryptAll() : {};
      const all = { ...kept, ...Object.fromEntries(thisRun) };
      for (const token of Object.values(all)) seen.add(token);
      return all;
    },
    keep: async (key, token, remember) => {
      seen.add(token);
      current = key;
      if (remember && (await writeSealed(key, token))) {
        thisRun.delete(key);
        return;
      }
      thisRun.set(key, token);
      // A token kept earlier would come back at the next start in place of this one.
      if (key in readStored()) file.write(stored, withoutKey(key));
    },
    forget: (kept = []) => {
      for (const key of thisRun.keys()) if (!kept.includes(key)) thisRun.delete(key);
      const before = Object.entries(readStored());
      const left = before.filter(([key]) => kept.includes(key));
      if (left.length < before.length) file.write(stored, Object.fromEntries(left));
    },
    use: (key) => {
      current = key;
    },
    status: async () => ({
      backend: cipher.backend(),
      canKeep: await cipher.isSafe(),
      thisRunOnly: isForThisRun(),
      lost: await isLost(current),
    }),
    isForThisRun,
    secrets: () => [...seen],
  };
}

// The system's keyring, behind the one shape that the vault needs.

export interface Cipher {
  /** The keyring's name, such as "gnome_libsecret"; "basic_text" is a key written in Chromium's source. */
  backend(): string;
  /** Is there a key that only this person's session has? */
  isSafe(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Throws where the key is gone or the bytes are another's. */
  decrypt(bytes: Buffer): Promise<string>;
}

/** Electron 45 has asynchronous calls and deprecates the others; Electron 33 has only the others. */
interface NewerSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(bytes: Buffer): Promise<{ result: string }>;
}
const hasAsync = (storage: object): storage is NewerSafeStorage => "encryptStringAsync" in storage;

/** Reads which backend Chromium chose; macOS and Windows have one each. */
function backendName(storage: SafeStorage): string {
  if (process.platform === "darwin") return "keychain";
  if (process.platform === "win32") return "dpapi";
  return storage.getSelectedStorageBackend();
}

/** The cipher of this machine. Works only after Electron is ready. */
export function systemCipher(storage: SafeStorage): Cipher {
  const maybeNewer: object = storage;
  const available = () =>
    hasAsync(maybeNewer)
      ? maybeNewer.isAsyncEncryptionAvailable()
      : Promise.resolve(storage.isEncryptionAvailable());
  return {
    backend: () => backendName(storage),
    isSafe: async () => !["basic_text", "unknown"].includes(backendName(storage)) && (await available()),
    encrypt: async (text) =>
      hasAsync(maybeNewer) ? maybeNewer.encryptStringAsync(text) : storage.encryptString(text),
    decrypt: async (bytes) =>
      hasAsync(maybeNewer)
        ? (await maybeNewer.decryptStringAsync(bytes)).result
        : storage.decryptString(bytes),
  };
}
