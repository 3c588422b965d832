/** What the shop folder's place asks for, kept as the tokens are. */
import { describe, expect, it } from "vitest";
import type { Reply } from "../../../contract/reply.ts";
import { createPlaceGate, placeSecretsIn } from "../../../main/shell/place-secrets.ts";
import { openVault } from "../../../main/shell/vault.ts";
import { memoryFile, quietLog, toyCipher } from "./stand-ins.ts";

const PLACE = "s3://shop/a?endpoint=https://s3.example";
const TAKEN: Reply<unknown> = { ok: true, value: {} };
const REFUSED: Reply<unknown> = {
  ok: false,
  error: { code: "place_failed", message: "", details: { reason: "refused" } },
};

function gateOver(file = memoryFile(), answer: () => Reply<unknown> = () => TAKEN) {
  const vault = openVault(file, toyCipher({ safe: true }), quietLog, "placeSecrets");
  const asked: unknown[] = [];
  const gate = createPlaceGate(async (_, input) => {
    asked.push(input);
    return answer();
  }, vault);
  return { vault, gate, asked, file };
}

describe("the key of a place", () => {
  it("is kept sealed once the engine took it, and given to the next start", async () => {
    const { gate, vault, file, asked } = gateOver();
    const input = { place: PLACE, key: "the-access-key-id", secret: "the-secret-itself", region: "eu-1" };
    expect(await gate(input)).toEqual(TAKEN);
    expect(asked).toEqual([input]);
    expect(JSON.stringify(file.readAll())).not.toMatch(/the-access-key-id|the-secret-itself/);
    const secrets = { [PLACE]: { key: "the-access-key-id", secret: "the-secret-itself" } };
    expect(await placeSecretsIn(vault)).toEqual(secrets);
    expect(await placeSecretsIn(gateOver(file).vault)).toEqual(secrets);
    expect(vault.secrets()).toEqual(expect.arrayContaining(["the-access-key-id", "the-secret-itself"]));
  });

  it("is kept of one place alone, and beside the tokens", async () => {
    const file = memoryFile();
    const tokens = openVault(file, toyCipher({ safe: true }), quietLog);
    await tokens.keep("7 https://books.example", "a token", true);
    const { gate, vault } = gateOver(file);
    await gate({ place: PLACE, key: "a-key", secret: "a-secret" });
    await gate({ place: PLACE });
    expect(await placeSecretsIn(vault)).toEqual({ [PLACE]: { key: "a-key", secret: "a-secret" } });
    await gate({ place: PLACE, secret: "a newer one" });
    expect(await placeSecretsIn(vault)).toEqual({ [PLACE]: { key: "a-key", secret: "a newer one" } });
    await gate({ place: "https://dav.example", key: "me", secret: "another" });
    expect(await placeSecretsIn(vault)).toEqual({ "https://dav.example": { key: "me", secret: "another" } });
    await gate({ place: null });
    expect(await placeSecretsIn(vault)).toEqual({});
    expect(await tokens.tokens()).toEqual({ "7 https://books.example": "a token" });
  });

  it("stays on the disk where the keyring fails while the same place is named again without it", async () => {
    const { gate, file } = gateOver();
    await gate({ place: PLACE, key: "a-key", secret: "a-secret" });
    const failing = { ...toyCipher({ safe: true }), encrypt: () => Promise.reject(new Error("no keyring")) };
    const vault = openVault(file, failing, quietLog, "placeSecrets");
    expect(await createPlaceGate(async () => TAKEN, vault)({ place: PLACE })).toEqual(TAKEN);
    expect(await placeSecretsIn(gateOver(file).vault)).toEqual({
      [PLACE]: { key: "a-key", secret: "a-secret" },
    });
  });

  it("is on the disk before another place's is removed from there", async () => {
    const { gate, file, vault } = gateOver();
    await gate({ place: PLACE, key: "a-key", secret: "a-secret" });
    const forget = vault.forget;
    let atThatMoment: object = {};
    vault.forget = (kept) => {
      atThatMoment = file.readAll().placeSecrets ?? {};
      forget(kept);
    };
    await gate({ place: "https://dav.example", key: "me", secret: "another" });
    expect(Object.keys(atThatMoment)).toEqual(
      expect.arrayContaining(["key https://dav.example", "secret https://dav.example", `secret ${PLACE}`]),
    );
  });

  it("is not kept where the engine could not use the place", async () => {
    const { gate, vault } = gateOver(memoryFile(), () => REFUSED);
    expect(await gate({ place: PLACE, key: "a-key", secret: "a-secret" })).toEqual(REFUSED);
    expect(await placeSecretsIn(vault)).toEqual({});
  });
});
