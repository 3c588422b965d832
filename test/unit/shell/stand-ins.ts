/** Stand-ins for what the shell's parts are handed. */
import type { Log } from "../../../main/lib/log.ts";
import type { ChildProcess } from "../../../main/shell/engine/engine-host.ts";
import type { StoreFile } from "../../../main/shell/files/store-file.ts";
import type { Cipher } from "../../../main/shell/vault.ts";

const quiet = () => undefined;
export const quietLog: Log = { info: quiet, warn: quiet, error: quiet };

/** A log that remembers its lines. */
export function rememberingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string, details?: Record<string, unknown>) => {
    lines.push(
      `${message} ${JSON.stringify(details ?? {}, (_, value: unknown) => (value instanceof Error ? String(value) : value))}`,
    );
  };
  return { lines, info: keep, warn: keep, error: keep };
}

export function memoryFile(start: Record<string, unknown> = {}): StoreFile {
  const held = new Map(Object.entries(start));
  return {
    setAside: null,
    readAll: () => Object.fromEntries(held),
    write: (key, value) => {
      if (value === undefined) held.delete(key);
      else held.set(key, value);
    },
  };
}

/** Turns text around and calls it sealed. */
export function toyCipher(choices: { safe: boolean; canDecrypt?: boolean }): Cipher {
  return {
    backend: () => (choices.safe ? "gnome_libsecret" : "basic_text"),
    isSafe: async () => choices.safe,
    encrypt: async (text) => Buffer.from([...text].reverse().join("")),
    decrypt: async (bytes) => {
      if (choices.canDecrypt === false) throw new Error(`could not decrypt ${bytes.toString()}`);
      return [...bytes.toString()].reverse().join("");
    },
  };
}

export interface ToyChild extends ChildProcess {
  sent: unknown[];
  receive: (message: unknown) => void;
  end(code: number): void;
}

/** A process that does nothing but remember the messages it was sent. */
export function toyChild(receive: (message: unknown) => void): ToyChild {
  let settle: (code: number) => void = quiet;
  const ended = new Promise<number>((resolve) => {
    settle = resolve;
  });
  const sent: unknown[] = [];
  return {
    sent,
    receive,
    ended,
    send: (message) => sent.push(message),
    kill: () => settle(137),
    end: (code) => settle(code),
  };
}
