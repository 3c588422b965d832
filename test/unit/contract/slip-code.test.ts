/** The text of a slip's code: what it holds, and what is no code. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  keyText,
  readKeyText,
  readSlipCode,
  type SlipFacts,
  slipCode,
  slipText,
} from "../../../contract/slip-code.ts";

const FACTS: SlipFacts = {
  keyId: "Ab-_ef12",
  practice: false,
  kind: "return",
  serialNo: "6c1f0f6e-0000-4000-8000-000000000001",
  amount: "18005.125",
  currencyId: "YER",
  state: "confirmedByHand",
  printedAt: "2026-11-25T08:40:04Z",
  bodyHash: "ab".repeat(16),
};
const SIGNATURE = "x".repeat(86);

describe("the text of a slip's code", () => {
  it("is this, letter for letter, for good: printed slips have it", () => {
    expect(slipText(FACTS)).toBe(
      "CS1|Ab-_ef12|real|return|6c1f0f6e-0000-4000-8000-000000000001|18005.125|YER|confirmedByHand|2026-11-25T08:40:04Z|abababababababababababababababab",
    );
  });

  it("is read back as it was written", () => {
    const signed = slipText({ ...FACTS, practice: true });
    expect(readSlipCode(slipCode(signed, SIGNATURE))).toEqual({
      ...FACTS,
      practice: true,
      signed,
      signature: SIGNATURE,
    });
  });

  it.each([
    ["another version", (text: string) => text.replace("CS1", "CS2")],
    ["a field more", (text: string) => text.replace("|YER", "|YER|x")],
    ["a field less", (text: string) => text.replace("|YER", "")],
    ["a state that doesn't exist", (text: string) => text.replace("confirmedByHand", "paid")],
    ["a time that no calendar has", (text: string) => text.replace("11-25", "13-45")],
    ["an amount with markup", (text: string) => text.replace("18005.125", "<b>1</b>")],
    ["a short signature", (text: string) => text.slice(0, -1)],
    ["a key's text", () => keyText("A".repeat(43))],
    ["nothing", () => ""],
  ])("with %s is not read", (_, change) => {
    expect(readSlipCode(change(slipCode(slipText(FACTS), SIGNATURE)))).toBeNull();
  });

  it("holds a currency as a shop writes it, in Arabic letters and with a point", () => {
    const text = slipCode(slipText({ ...FACTS, currencyId: "ر.ي" }), SIGNATURE);
    expect(readSlipCode(text)).toMatchObject({ currencyId: "ر.ي" });
  });

  it("is never made with a field that holds its separator", () => {
    expect(() => slipText({ ...FACTS, currencyId: "YER|9" })).toThrow(TypeError);
  });

  it("reads any text without an error, and what it reads writes the same text again", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(readSlipCode(text)).toBeNull();
        expect(readKeyText(text)).toBeNull();
      }),
    );
  });
});

it("a key's text is read back, and nothing else is a key", () => {
  const key = `${"Ab-_".repeat(10)}xyz`;
  expect(readKeyText(` ${keyText(key)}\n`)).toBe(key);
  for (const wrong of ["CSK2|x", keyText(key.slice(1)), `${keyText(key)}|more`, key])
    expect(readKeyText(wrong)).toBeNull();
});
