import { expect, it } from "vitest";
import { readTexts } from "../../../../../../main/engine/import/spreadsheets/xlsx/book.ts";

it("reading a spreadsheet's shared texts ends at once when the import is stopped", async () => {
  const stop = new AbortController();
  let pieces = 0;
  const zip = {
    has: () => true,
    list: () => [],
    async *read() {
      yield Buffer.from("<sst>");
      for (; pieces < 1_000; pieces += 1) {
        if (pieces === 3) stop.abort(new Error("stopped by a person"));
        yield Buffer.from("<si><t>text</t></si>");
      }
      yield Buffer.from("</sst>");
    },
  };
  await expect(readTexts(zip, "xl/sharedStrings.xml", stop.signal)).rejects.toThrow("stopped by a person");
  expect(pieces).toBe(3);
});
