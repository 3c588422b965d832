import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indentedJson } from "../../../../renderer/lib/text.ts";

describe("indented JSON", () => {
  it("keeps every digit and escape as it was sent", () => {
    expect(
      indentedJson('{"id":9007199254740993,"price":81.2350,"note":"a \\"b\\", {c}","none":[],"all":[1,2]}'),
    ).toBe(
      [
        "{",
        '  "id": 9007199254740993,',
        '  "price": 81.2350,',
        '  "note": "a \\"b\\", {c}",',
        '  "none": [],',
        '  "all": [',
        "    1,",
        "    2",
        "  ]",
        "}",
      ].join("\n"),
    );
  });

  it("says the same as before, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(indentedJson(text)))).toBe(text);
      }),
    );
  });
});
