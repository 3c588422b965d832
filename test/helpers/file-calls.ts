/** What is flushed and renamed by this process, in order: the system's own calls, noted as they are made. */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends: "flush a", "rename a b" and "chmod a" by the names' last parts, once each call is done.
 * `before` may throw in place of the call.
 */
export function noteFileCalls(before: (call: string) => void = () => undefined): string[] {
  const calls: string[] = [];
  const names = new Map<number, string>();
  const nameOf = (path: unknown): string => basename(String(path));
  const noted = (...words: unknown[]): void => {
    const call = words.join(" ");
    before(call);
    calls.push(call);
  };
  const { openSync, fsyncSync, renameSync, chmodSync } = fs;
  const { open, rename, chmod } = promises;
  vi.spyOn(fs, "openSync").mockImplementation((path, ...rest) => {
    const handle = openSync(path, ...rest);
    names.set(handle, nameOf(path));
    return handle;
  });
  vi.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
    noted("flush", names.get(handle));
    fsyncSync(handle);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    noted("rename", nameOf(from), nameOf(to));
    renameSync(from, to);
  });
  vi.spyOn(fs, "chmodSync").mockImplementation((path, mode) => {
    noted("chmod", nameOf(path));
    chmodSync(path, mode);
  });
  vi.spyOn(promises, "open").mockImplementation(async (path, ...rest) => {
    const handle = await open(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      noted("flush", nameOf(path));
      await sync();
    };
    return handle;
  });
  vi.spyOn(promises, "rename").mockImplementation(async (from, to) => {
    noted("rename", nameOf(from), nameOf(to));
    await rename(from, to);
  });
  vi.spyOn(promises, "chmod").mockImplementation(async (path, mode) => {
    noted("chmod", nameOf(path));
    await chmod(path, mode);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return calls;
}
