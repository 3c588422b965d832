/** Lines out of a stream, however it is cut. */
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { type Line, linesOf, printReply } from "../../../main/engine/lines.ts";

async function linesIn(chunks: Buffer[], maxBytes?: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of linesOf(Readable.from(chunks), maxBytes)) lines.push(line);
  return lines;
}
const line = (text: string): Line => ({ kind: "line", text });
const tooLong: Line = { kind: "too_long" };

it.each([
  ["nothing", "", []],
  ["one line", "ab\n", [line("ab")]],
  ["a last line without an end", "ab\ncd", [line("ab"), line("cd")]],
  ["a last line of one byte", "ab\nc", [line("ab"), line("c")]],
  ["blank lines", "\n\na\n", [line(""), line(""), line("a")]],
  ["a line as long as may be", "12345678\n1", [line("12345678"), line("1")]],
  ["a longer line, and what follows", "123456789\nab\n", [tooLong, line("ab")]],
  ["a longer last line without an end", "ab\n123456789", [line("ab"), tooLong]],
  ["letters of several bytes", "مر\n", [line("مر")]],
])("the same lines come of %s whole and byte by byte", async (_, text, lines) => {
  const bytes = Buffer.from(text);
  expect(await linesIn([bytes], 8)).toEqual(lines);
  expect(
    await linesIn(
      Array.from(bytes, (byte) => Buffer.from([byte])),
      8,
    ),
  ).toEqual(lines);
});

it("a line that is not UTF-8 is reported as such, and the next one is read", async () => {
  expect(await linesIn([Buffer.from([0xff, 0x0a, 0x61, 0x0a])])).toEqual([{ kind: "not_utf8" }, line("a")]);
});

it("a reply that is longer than a text can be is reported as too large, and ends nothing", () => {
  const tooLongForText = { toJSON: () => "x".repeat(2 ** 30) };
  expect(JSON.parse(printReply({ ok: true, value: tooLongForText }))).toMatchObject({
    ok: false,
    error: { code: "too_large" },
  });
  expect(printReply({ ok: true, value: 1 })).toBe('{"ok":true,"value":1}');
});
