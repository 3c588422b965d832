import { describe, expect, it } from "vitest";
import { findSecret, spellingsOf } from "../../../../main/shell/support.ts";

const TOKEN = "kX9-memorable/Token+42==~ß";

const hides: [string, (token: string) => Buffer][] = [
  ["plain", (token) => Buffer.from(`{"a":"${token}"}`)],
  ["URL-encoded", (token) => Buffer.from(`?token=${encodeURIComponent(token)}&x=1`)],
  ["JSON with escapes", (token) => Buffer.from(JSON.stringify({ nested: JSON.stringify({ token }) }))],
  ["UTF-16 little", (token) => Buffer.from(`xx${token}yy`, "utf16le")],
  ["UTF-16 big", (token) => Buffer.from(`xx${token}yy`, "utf16le").swap16()],
  ["hexadecimal", (token) => Buffer.from(Buffer.from(token).toString("hex"))],
  ["HEXADECIMAL", (token) => Buffer.from(Buffer.from(token).toString("hex").toUpperCase())],
  ["reversed", (token) => Buffer.from([...token].reverse().join(""))],
  ...[0, 1, 2, 3, 4].map((before): [string, (token: string) => Buffer] => [
    `base64 after ${before} bytes`,
    (token) => Buffer.from(Buffer.from(`${"b".repeat(before)}${token}after it`).toString("base64")),
  ]),
  ["base64url", (token) => Buffer.from(Buffer.from(`Bearer ${token}`).toString("base64url"))],
];

describe("a secret in bytes", () => {
  it.each(hides)("is found in its spelling: %s", (_, hide) => {
    expect(findSecret(hide(TOKEN), [TOKEN])).not.toBeNull();
    expect(findSecret(hide("some other words that are long"), [TOKEN])).toBeNull();
  });

  it("is not looked for where it is too short to mean anything", () => {
    expect(findSecret(Buffer.from("a 1 b"), ["1"])).toBeNull();
  });

  it("has spellings of useful length only", () => {
    for (const spelling of spellingsOf("tokn")) expect(spelling.length).toBeGreaterThanOrEqual(4);
  });
});
