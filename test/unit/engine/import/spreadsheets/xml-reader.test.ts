import { describe, expect, it } from "vitest";
import { createXmlReader } from "../../../../../main/engine/import/spreadsheets/xml-reader.ts";

const MOST_LETTERS = 1_048_576;

/** What the reader tells of these pieces: "name" opened, "/name" closed, and the letters of texts. */
function partsOf(...pieces: (string | Uint8Array)[]): string[] {
  const parts: string[] = [];
  const reader = createXmlReader({
    open: (name) => parts.push(name),
    close: (name) => parts.push(`/${name}`),
    text: (text) => parts.push(`"${text}"`),
  });
  for (const piece of pieces) reader.write(Buffer.from(piece));
  reader.end();
  return parts;
}

describe("the XML of a spreadsheet", () => {
  it("is read alike wherever it is cut, also within a letter", () => {
    const xml = Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><x:a><!-- no --><b c="1"/>شاي<![CDATA[<é>]]></x:a>',
    );
    const whole = ["a", "b", "/b", '"شاي"', '"<é>"', "/a"];
    for (let cut = 0; cut <= xml.length; cut += 1) {
      const parts = partsOf(xml.subarray(0, cut), xml.subarray(cut)).join("").replaceAll('""', "");
      expect(parts).toBe(whole.join("").replaceAll('""', ""));
    }
  });

  it("may be declared as UTF-8 in any spelling, or not at all, and as nothing else", () => {
    for (const encoding of ["UTF-8", "utf-8", "utf8"])
      expect(partsOf(`<?xml version="1.0" encoding="${encoding}"?><a/>`)).toEqual(["a", "/a"]);
    expect(partsOf('<?xml version="1.0"?><a/>')).toEqual(["a", "/a"]);
    expect(partsOf("<a/>")).toEqual(["a", "/a"]);
    for (const encoding of ["windows-1256", "xutf-8", "utf-82"])
      expect(() => partsOf(`<?xml version="1.0" encoding="${encoding}"?><a/>`)).toThrow(
        `it is written in ${encoding}`,
      );
  });

  it("may go a million letters without an element, a text or a remark, and not one more", () => {
    const begin = '<a b="';
    const long = "x".repeat(MOST_LETTERS - begin.length);
    expect(partsOf(begin + long, '"/>')).toEqual(["a", "/a"]);
    expect(() => partsOf(`${begin}${long}x`, '"/>')).toThrow(/longer than a million letters/);
    expect(() => partsOf("<o>", `${begin}${long}`)).toThrow(/XML is broken/);
    expect(() => partsOf("<o>", `${begin}${long}x`)).toThrow(/longer than a million letters/);
  });

  it.each([
    ["a tag", '<i k="', '"/>'],
    ["a text", "", "<i/>"],
    ["a text that is marked as such", "<![CDATA[", "]]>"],
    ["a remark", "<!--", "-->"],
    ["an instruction", "<?a ", "?>"],
  ])("counts its letters anew after %s", (_, opened, closed) => {
    const some = "x".repeat(600_000);
    const parts = partsOf("<o>", opened + some, `${closed}<p k="${some}`, '"/></o>');
    expect([parts[0], ...parts.slice(-3)]).toEqual(["o", "p", "/p", "/o"]);
  });

  it("may be 64 elements deep, and not one more, however often it was so deep before", () => {
    const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(partsOf(`<o>${nested(63).repeat(3)}</o>`)).toHaveLength(2 + 3 * 126);
    expect(() => partsOf(`<o>${nested(64)}</o>`)).toThrow(/nested more than 64 deep/);
  });

  it.each(["", "\uFEFF"])("may be UTF-16 in both byte orders, with a mark and without: %j", (mark) => {
    const wide = Buffer.from(`${mark}<?xml version="1.0" encoding="UTF-16"?><ش/>`, "utf16le");
    for (const bytes of [wide, Buffer.from(wide).swap16()]) expect(partsOf(bytes)).toEqual(["ش", "/ش"]);
  });

  it.each([
    ["is cut off", "<a><b>", /XML is broken/],
    [
      "says that it is in another encoding",
      '<?xml version="1.0" encoding="windows-1256"?><a/>',
      /written in windows-1256/,
    ],
    ["is cut off within a letter", Buffer.from("<a>ش").subarray(0, 4), /it is neither UTF-8 nor UTF-16/],
    ["has bytes that are no UTF-8", Buffer.from([0x3c, 0x61, 0x3e, 0xff]), /it is neither UTF-8 nor UTF-16/],
    ["closes what it didn't open", "<a></b>", /XML is broken/],
  ])("that %s is refused", (_, xml, words) => {
    expect(() => partsOf(xml)).toThrow(words);
  });

  it("is refused in a few words, whatever its own are", () => {
    const refused = (xml: string): string => {
      try {
        partsOf(xml);
      } catch (error) {
        return String(error);
      }
      return "it was taken";
    };
    expect(refused(`<a>&${"e".repeat(5_000)};</a>`).length).toBeLessThan(300);
    expect(refused(`<${"n".repeat(5_000)}></b>`).length).toBeLessThan(300);
  });
});
