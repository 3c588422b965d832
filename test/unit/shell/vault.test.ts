import { describe, expect, it } from "vitest";
import { openVault } from "../../../main/shell/vault.ts";
import { memoryFile, quietLog, rememberingLog, toyCipher } from "./stand-ins.ts";

const KEY = "7 https://books.example";
const TOKEN = "a-token-of-some-length";

describe("the vault", () => {
  it("keeps a token sealed, and gives it back after a restart", async () => {
    const file = memoryFile();
    const vault = openVault(file, toyCipher({ safe: true }), quietLog);
    await vault.keep(KEY, TOKEN, true);
    expect(JSON.stringify(file.readAll())).not.toContain(TOKEN);
    expect(await vault.status()).toEqual({
      backend: "gnome_libsecret",
      canKeep: true,
      thisRunOnly: false,
      lost: false,
    });
    expect(await openVault(file, toyCipher({ safe: true }), quietLog).tokens()).toEqual({ [KEY]: TOKEN });
  });

  it("writes nothing where the keyring is a hard-coded key", async () => {
    const file = memoryFile();
    const vault = openVault(file, toyCipher({ safe: false }), quietLog);
    await vault.keep(KEY, TOKEN, true);
    expect(file.readAll()).toEqual({});
    expect(await vault.tokens()).toEqual({ [KEY]: TOKEN });
    expect(await vault.status()).toEqual({
      backend: "basic_text",
      canKeep: false,
      thisRunOnly: true,
      lost: false,
    });
  });

  it("writes nothing where the person said so, and drops the one written before", async () => {
    const file = memoryFile();
    const vault = openVault(file, toyCipher({ safe: true }), quietLog);
    await vault.keep(KEY, "an older token", true);
    expect(vault.isForThisRun()).toBe(false);
    await vault.keep(KEY, TOKEN, false);
    expect(vault.isForThisRun()).toBe(true);
    expect(await vault.tokens()).toEqual({ [KEY]: TOKEN });
    expect(await openVault(file, toyCipher({ safe: true }), quietLog).tokens()).toEqual({});
  });

  it("takes a token that can't be decrypted for none, and says so without it", async () => {
    const file = memoryFile();
    await openVault(file, toyCipher({ safe: true }), quietLog).keep(KEY, TOKEN, true);
    const log = rememberingLog();
    const vault = openVault(file, toyCipher({ safe: true, canDecrypt: false }), log);
    expect(await vault.tokens()).toEqual({});
    expect(log.lines.join()).toContain("sign-in is needed");
    expect(log.lines.join()).not.toContain([...TOKEN].reverse().join(""));
  });

  it("says that a kept token is lost until another is given, and only then", async () => {
    const file = memoryFile();
    const first = openVault(file, toyCipher({ safe: true }), quietLog);
    expect((await first.status()).lost).toBe(false);
    await first.keep(KEY, TOKEN, true);
    expect((await first.status()).lost).toBe(false);
    const gone = openVault(file, toyCipher({ safe: true, canDecrypt: false }), quietLog);
    expect((await gone.status()).lost).toBe(true);
    gone.use("8 https://books.example");
    expect((await gone.status()).lost).toBe(false);
    gone.use(KEY);
    expect((await gone.status()).lost).toBe(true);
    await gone.keep(KEY, TOKEN, false);
    expect((await gone.status()).lost).toBe(false);
    expect((await openVault(file, toyCipher({ safe: false }), quietLog).status()).lost).toBe(false);
  });

  it("says so also where the keyring itself is gone", async () => {
    const file = memoryFile();
    await openVault(file, toyCipher({ safe: true }), quietLog).keep(KEY, TOKEN, true);
    expect((await openVault(file, toyCipher({ safe: false }), quietLog).status()).lost).toBe(true);
  });

  it.each([7, "x", { [KEY]: 7 }, []])("takes a file that holds %j for an empty one", async (tokens) => {
    const vault = openVault(memoryFile({ tokens }), toyCipher({ safe: true }), quietLog);
    expect(await vault.tokens()).toEqual({});
    await vault.keep(KEY, TOKEN, true);
    expect(await vault.tokens()).toEqual({ [KEY]: TOKEN });
  });

  it("holds a token for this run where the disk takes none", async () => {
    const file = {
      ...memoryFile(),
      write: () => {
        throw new Error("disk full");
      },
    };
    const vault = openVault(file, toyCipher({ safe: true }), quietLog);
    await vault.keep(KEY, TOKEN, true);
    expect(await vault.tokens()).toEqual({ [KEY]: TOKEN });
    expect((await vault.status()).thisRunOnly).toBe(true);
  });

  it("forgets everything, but the log still hides it", async () => {
    const file = memoryFile();
    const vault = openVault(file, toyCipher({ safe: true }), quietLog);
    await vault.keep(KEY, TOKEN, true);
    await vault.keep("8 https://other.example", "another-token", false);
    vault.forget();
    expect(await vault.tokens()).toEqual({});
    expect(vault.secrets()).toContain(TOKEN);
  });
});
