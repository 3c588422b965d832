/** The system's keyring, behind the one shape that the vault needs. */
import { safeStorage } from "electron";

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
function backendName(): string {
  if (process.platform === "darwin") return "keychain";
  if (process.platform === "win32") return "dpapi";
  return safeStorage.getSelectedStorageBackend();
}

/** The cipher of this machine. Works only after Electron is ready. */
export function systemCipher(): Cipher {
  const storage: object = safeStorage;
  const available = () =>
    hasAsync(storage)
      ? storage.isAsyncEncryptionAvailable()
      : Promise.resolve(safeStorage.isEncryptionAvailable());
  return {
    backend: backendName,
    isSafe: async () => !["basic_text", "unknown"].includes(backendName()) && (await available()),
    encrypt: async (text) =>
      hasAsync(storage) ? storage.encryptStringAsync(text) : safeStorage.encryptString(text),
    decrypt: async (bytes) =>
      hasAsync(storage) ? (await storage.decryptStringAsync(bytes)).result : safeStorage.decryptString(bytes),
  };
}
