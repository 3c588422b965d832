/** The key that signs slips: made once, sealed, and never without a keyring. */
import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readSlipCode, signedBytes } from "../../../contract/slip-code.ts";
import { KEYS_PLACE, openSlipKey, withKey } from "../../../main/shell/slip-key.ts";
import { judgeSlip } from "../../../renderer/check/verify.ts";
import { entry, SERIAL } from "../../helpers/printed-entries.ts";
import { memoryFile, quietLog, rememberingLog, toyCipher } from "./stand-ins.ts";

const AT = Date.parse("2026-11-25T08:40:04.567Z");
const ENTRY = entry({ requestHash: "cd".repeat(32), localAmount: "18005.125", state: "dead_letter" });
const SAFE = toyCipher({ safe: true });

describe("the key of the slips", () => {
  it("is made once, is sealed in the file, and is the same after a restart", async () => {
    const file = memoryFile();
    const first = await openSlipKey(file, SAFE, quietLog).status();
    expect(first).toMatchObject({ state: "ready", publicKey: expect.stringMatching(/^[\w-]{43}$/) });
    expect(first.keyId).toBe(first.publicKey?.slice(0, 8));
    expect(JSON.stringify(file.readAll())).not.toMatch(/MC4CAQAwBQYDK2VwBCIEI/);
    expect(await openSlipKey(file, SAFE, quietLog).status()).toEqual(first);
  });

  it("is one for calls that come together", async () => {
    const key = openSlipKey(memoryFile(), SAFE, quietLog);
    const all = await Promise.all([key.status(), key.status(), key.check(ENTRY, false, AT)]);
    expect(all[0]).toEqual(all[1]);
    expect(readSlipCode(all[2].code ?? "")?.keyId).toBe(all[0].keyId);
  });

  it("signs what the slip says, as any program can verify", async () => {
    const key = openSlipKey(memoryFile(), SAFE, quietLog);
    const { code } = await key.check(ENTRY, false, AT);
    const { publicKey } = await key.status();
    const read = readSlipCode(code ?? "");
    expect(read).toMatchObject({
      practice: false,
      kind: "return",
      serialNo: SERIAL,
      amount: "18005.125",
      currencyId: "YER",
      state: "refused",
      printedAt: "2026-11-25T08:40:04Z",
      bodyHash: "cd".repeat(16),
    });
    const jwk = { kty: "OKP", crv: "Ed25519", x: String(publicKey) };
    const isSigned = verify(
      null,
      signedBytes(read?.signed ?? ""),
      createPublicKey({ key: jwk, format: "jwk" }),
      Buffer.from(read?.signature ?? "", "base64url"),
    );
    expect(isSigned).toBe(true);
    expect(await judgeSlip(code ?? "", [String(publicKey)])).toMatchObject({ kind: "signed" });
  });

  it("marks slips of practice mode inside what is signed", async () => {
    const { code } = await openSlipKey(memoryFile(), SAFE, quietLog).check(ENTRY, true, AT);
    expect(readSlipCode(code ?? "")?.practice).toBe(true);
  });

  it("is not made, and nothing is written, where there is no safe keyring; the slip then has no code", async () => {
    const file = memoryFile();
    const key = openSlipKey(file, toyCipher({ safe: false }), quietLog);
    expect(await key.status()).toEqual({ state: "noKeyring", publicKey: null, keyId: null });
    expect(await key.check(ENTRY, false, AT)).toEqual({ code: null, why: "noKeyring" });
    expect(await key.renew()).toMatchObject({ state: "noKeyring" });
    expect(file.readAll()).toEqual({});
  });

  it("that can't be decrypted any more is lost, is not replaced by itself, and is by a person", async () => {
    const file = memoryFile();
    const before = await openSlipKey(file, SAFE, quietLog).status();
    const log = rememberingLog();
    const lost = openSlipKey(file, toyCipher({ safe: true, canDecrypt: false }), log);
    expect(await lost.status()).toMatchObject({ state: "lost" });
    expect(await lost.check(ENTRY, false, AT)).toEqual({ code: null, why: "lost" });
    expect(await openSlipKey(file, SAFE, quietLog).status()).toEqual(before);
    const renewed = await openSlipKey(file, SAFE, quietLog).renew();
    expect(renewed.state).toBe("ready");
    expect(renewed.publicKey).not.toBe(before.publicKey);
    expect(await openSlipKey(file, SAFE, quietLog).status()).toEqual(renewed);
  });

  it("whose public half was changed in the file counts as lost", async () => {
    const file = memoryFile();
    await openSlipKey(file, SAFE, quietLog).status();
    const stored = file.readAll().slipKey;
    if (typeof stored !== "object" || stored === null) throw new Error("nothing is stored");
    file.write("slipKey", { ...stored, publicKey: "A".repeat(43) });
    expect(await openSlipKey(file, SAFE, quietLog).status()).toMatchObject({ state: "lost" });
  });

  it("gives no code to an entry without an amount, or with one that no code holds", async () => {
    const key = openSlipKey(memoryFile(), SAFE, quietLog);
    expect(await key.check(entry({ localAmount: null }), false, AT)).toEqual({ code: null, why: "noAmount" });
    const long = { ...ENTRY, localAmount: "9".repeat(80) };
    expect(await key.check(long, false, AT)).toEqual({ code: null, why: "tooLong" });
  });
});

describe("a code", () => {
  const signed = async () => {
    const key = openSlipKey(memoryFile(), SAFE, quietLog);
    return {
      code: String((await key.check(ENTRY, false, AT)).code),
      key: String((await key.status()).publicKey),
    };
  };

  it.each([
    ["amount", "18005.125", "18005.126"],
    ["currency", "|YER|", "|SAR|"],
    ["state", "|refused|", "|confirmed|"],
    ["serial number", SERIAL, SERIAL.replace(/1$/, "2")],
    ["time", "08:40:04", "08:40:05"],
    ["hash", "cdcd", "cdce"],
    ["mode", "|real|", "|practice|"],
  ])("whose %s was changed does not match", async (_, from, to) => {
    const { code, key } = await signed();
    expect(code).toContain(from);
    expect(await judgeSlip(code.replace(from, to), [key])).toMatchObject({ kind: "changed" });
  });

  it("of another counter's key is not signed by this one, whatever it calls itself", async () => {
    const [mine, other] = [await signed(), await signed()];
    expect(await judgeSlip(other.code, [mine.key])).toMatchObject({ kind: "unknownKey" });
    const renamed = other.code.replace(other.key.slice(0, 8), mine.key.slice(0, 8));
    expect(await judgeSlip(renamed, [mine.key])).toMatchObject({ kind: "changed" });
  });
});

it("the page that is saved has the key in its markup, and a page without a place for it is refused", () => {
  expect(withKey(`<head>${KEYS_PLACE}</head>`, "A".repeat(43))).toBe(
    `<head><meta name="keys" content="CSK1|${"A".repeat(43)}" /></head>`,
  );
  expect(() => withKey("<head></head>", "A".repeat(43))).toThrow(/no place for a key/);
});
