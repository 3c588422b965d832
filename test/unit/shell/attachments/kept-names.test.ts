import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionOf, fileName, storedName } from "../../../../contract/kept-file.ts";
import { webLink } from "../../../../contract/web-link.ts";
import { onlyShows, plainName } from "../../../../main/shell/attachments.ts";

const SHA = "ab".repeat(32);

describe("the name a file lies under", () => {
  it("is its hash and its kind, whatever the name holds", () => {
    expect(storedName({ sha256: SHA, name: "فاتورة 14.PDF" })).toBe(`${SHA}.pdf`);
    expect(storedName({ sha256: SHA, name: "../../etc/passwd" })).toBe(SHA);
    expect(storedName({ sha256: SHA, name: "a.p d f" })).toBe(SHA);
    expect(storedName({ sha256: SHA, name: "a.pdf/../../x" })).toBe(SHA);
  });

  it("never leaves the folder", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(storedName({ sha256: SHA, name })).toMatch(/^[0-9a-f]{64}(?:\.[a-z0-9]{1,10})?$/);
      }),
    );
  });
});

describe("what the system may open", () => {
  it.each(["a.pdf", "scan.JPG", "list.csv", "letter.docx"])("%s only shows something", (name) => {
    expect(onlyShows(name)).toBe(true);
  });

  it.each([
    "a.exe",
    "a.pdf.exe",
    "run.sh",
    "x.desktop",
    "x.lnk",
    "macro.docm",
    "page.html",
    "pic.svg",
    "a.js",
    "noend",
  ])("%s is not opened", (name) => expect(onlyShows(name)).toBe(false));

  it("reads the kind where the system does: at the true end", () => {
    // The mark turns the writing, so that a person reads "invoiceexe.pdf".
    const misleading = plainName("invoice\u202Efdp.exe");
    expect(misleading).toBe("invoicefdp.exe");
    expect(extensionOf(misleading)).toBe("exe");
  });
});

describe("a plain name", () => {
  it("is one that the contract takes, of whatever it is made", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        expect(fileName.safeParse(plainName(name)).success).toBe(true);
      }),
    );
  });

  it("keeps its end when it is cut, and its letters of any script", () => {
    expect(plainName(`${"م".repeat(300)}.pdf`)).toMatch(/^م+\.pdf$/);
    expect(plainName("فاتورة المورّد ١٤.pdf")).toBe("فاتورة المورّد ١٤.pdf");
    expect(plainName("CON.txt")).toBe("_CON.txt");
    expect(plainName("C:\\Users\\x\\slip.pdf")).toBe("slip.pdf");
  });
});

describe("a link", () => {
  it.each([
    ["https://example.com/a?b=1", "https://example.com/a?b=1"],
    [" https://shop.local ", "https://shop.local/"],
    ["https://аррӏе.com/", "https://xn--80ak6aa92e.com/"],
  ])("%s leads to %s", (typed, href) => expect(webLink(typed)).toEqual({ ok: true, href }));

  it.each([
    ["http://192.168.1.1/", "not_the_web"],
    ["javascript:alert(1)", "not_the_web"],
    ["file:///etc/passwd", "not_the_web"],
    ["smb://server/share", "not_the_web"],
    ["ms-msdt:/id", "not_the_web"],
    ["invoice 14", "not_an_address"],
    ["https://bank.example@evil.example/", "not_an_address"],
  ])("%s is refused: %s", (typed, reason) => expect(webLink(typed)).toEqual({ ok: false, reason }));
});
