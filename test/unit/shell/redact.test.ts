import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact, redactText } from "../../../main/shell/log.ts";

describe("redactText", () => {
  it.each([
    ["Authorization: Bearer abc.def", "abc.def"],
    ["bearer  s3cr3t", "s3cr3t"],
    ['{"access_token":"q1w2"}', "q1w2"],
    ["token=q1w2&x=1", "q1w2"],
    ["got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig here", "eyJzdWIiOiIxIn0"],
    ["key A1b2C3d4E5f6G7h8I9j0A1b2C3d4E5f6G7h8I9j0+/== end", "G7h8I9j0"],
    ["digest 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "abcdef0123"],
  ])("removes the secret of %j", (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain("[removed]");
  });

  it.each([
    "/home/staff/.config/Counterside/browser/Default/IndexedDB/some/longer/path/main.log",
    "entry 7d9f3a52-0b1c-4a55-9c37-2f9d1f5f0a11 is pending",
    "The engine stopped by itself",
    "a-very-long-name-of-a-file-that-has-many-words-but-no-secret.csv",
  ])("leaves %j alone", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it("removes what the vault holds, wherever it is", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{6,60}$/), fc.string(), fc.string(), (secret, before, after) => {
        expect(redactText(`${before}${secret}${after}`, [secret])).not.toContain(
          `${before}${secret}${after}`,
        );
      }),
    );
  });
});

describe("redact", () => {
  it("removes by key, deep in objects, arrays and errors", () => {
    const error = new Error("request with Bearer abcdefgh failed");
    const text = JSON.stringify(
      redact({ a: [{ token: "t0p" }, { Authorization: "x" }], error, tokens: { k: "v4lue" } }, []),
    );
    for (const secret of ["t0p", "abcdefgh", "v4lue"]) expect(text).not.toContain(secret);
  });

  it("keeps numbers, booleans and nothing as they are", () => {
    expect(redact({ code: 1, hasToken: true, none: null }, [])).toEqual({
      code: 1,
      hasToken: true,
      none: null,
    });
  });

  it("ends in a circle", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(JSON.stringify(redact(circle))).toContain("[too deep]");
  });
});
