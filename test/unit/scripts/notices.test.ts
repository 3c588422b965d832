/** What becomes the notices: folders of modules, licences, words. The real packages are looked at in test/e2e/package. */
import { describe, expect, it } from "vitest";
import { packagePathOf } from "../../../scripts/lib/notices/bundled-modules.mjs";
import { noticeOf, noticesText } from "../../../scripts/lib/notices/make.mjs";
import { checkLicences, folderOf, licenceTexts } from "../../../scripts/lib/notices/shipped.mjs";

const shipped = (name: string, license = "MIT", author = "A Person") => ({
  name,
  version: "1.0.0",
  license,
  author,
  folder: `node_modules/${name}`,
});

describe("a bundled module", () => {
  it.each([
    ["/home/a/shop/node_modules/@a/b/c.js?v=1", "node_modules/@a/b/c.js"],
    ["C:\\shop\\node_modules\\a\\b.css", "node_modules/a/b.css"],
    ["/shop/node_modules/a/node_modules/b/c.js", "node_modules/a/node_modules/b/c.js"],
    ["/shop/main/index.ts", null],
    ["\0/shop/node_modules/a/b.js", null],
  ])("%j lies at %j", (id, place) => {
    expect(packagePathOf(id)).toBe(place);
  });

  it.each([
    ["node_modules/@a/b/c/d.js", "node_modules/@a/b"],
    ["node_modules/a/node_modules/b/c.js", "node_modules/a/node_modules/b"],
    ["node_modules/a/index.js", "node_modules/a"],
  ])("%s is of the package in %s", (place, folder) => {
    expect(folderOf(place)).toBe(folder);
  });
});

describe("a licence", () => {
  it("that asks for more than to be named stops the package", () => {
    expect(() => checkLicences([shipped("a"), shipped("b", "(GPL-3.0 OR MIT)")])).not.toThrow();
    expect(() => checkLicences([shipped("a"), shipped("b", "GPL-3.0-only"), shipped("c", "none")])).toThrow(
      "may not hold b (GPL-3.0-only), c (none)",
    );
  });

  it("is given in the package's own words, or in the standard ones with the author's name", () => {
    expect(licenceTexts(shipped("react"))).toContain("Meta Platforms");
    expect(noticeOf(shipped("a"), "own words").text).toBe("own words");
    expect(noticeOf(shipped("a"), null).text).toMatch(/^MIT License\n\nCopyright \(c\) A Person\n/);
    expect(noticeOf(shipped("a", "ISC", ""), null).text).toContain("Copyright (c) the authors of a\n");
    expect(() => noticeOf(shipped("a", "Apache-2.0"), null)).toThrow("a brings no licence text");
  });
});

it("packages with the same words share them", () => {
  const text = noticesText([
    { shipped: shipped("a"), text: "words" },
    { shipped: shipped("b"), text: "words" },
    { shipped: shipped("c"), text: "others\r\nof it" },
  ]);
  expect(text.match(/^words$/gm)).toHaveLength(1);
  expect(text).toContain("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nwords");
  expect(text).toContain("c 1.0.0 (MIT)\n\nothers\nof it");
});
