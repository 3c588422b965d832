import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readScan,
  type ScanFacts,
  type ScanReading,
} from "../../../../../main/engine/subjects/scan/read-scan.ts";

const TODAY = "2026-11-25";
const GS = "\u001d";
const GTIN = "09501101530003";

const read = (code: string): ScanReading => readScan(code, TODAY);
/** What the code says, without what it says nothing of. */
function said(facts: ScanFacts): Partial<ScanFacts> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
const readings = (code: string) => {
  const reading = read(code);
  return reading.kind === "goods"
    ? reading.facts.map(said)
    : reading.kind === "plain"
      ? "plain"
      : reading.why;
};

describe("a GS1 code", () => {
  it.each([
    ["GS1-128", `]C101${GTIN}172712311${"0A1"}`],
    ["GS1 DataMatrix", `]d201${GTIN}1727123110A1`],
    ["GS1 DataBar", `]e001${GTIN}1727123110A1`],
    ["GS1 QR", `]Q301${GTIN}1727123110A1`],
    ["DotCode", `]J101${GTIN}1727123110A1`],
    ["without a symbology identifier", `01${GTIN}1727123110A1`],
    ["with FNC1 in front as GS", `${GS}01${GTIN}1727123110A1`],
    ["with a line end of the scanner's", `]d201${GTIN}1727123110A1\r\n`],
    ["as people read it", `(01)${GTIN}(17)271231(10)A1`],
    ["as a link", `https://id.example.com/01/${GTIN}/10/A1?17=271231`],
    [
      "as a link in a QR code, its number without a leading zero",
      `]Q1HTTPS://EXAMPLE.COM/x/01/9501101530003/10/A1?17=271231&linkType=all`,
    ],
    ["in the envelope of ISO/IEC 15434", `[)>\u001e05${GS}01${GTIN}${GS}17271231${GS}10A1\u001e\u0004`],
  ])("is read: %s", (_how, code) => {
    expect(readings(code)).toEqual([{ gtin: GTIN, expiryAt: "2027-12-31", batch: "A1" }]);
  });

  it.each([
    [
      "production, best before and expiry",
      `11260105152706301727123110A${GS}21B`,
      { productionAt: "2026-01-05", expiryAt: "2027-12-31", batch: "A", serial: "B" },
    ],
    ["best before where there is no expiry", "15270630", { expiryAt: "2027-06-30" }],
    ["day 00 as the month's last", "17280200", { expiryAt: "2028-02-29" }],
    ["an expiry with its time", `7003271231${"2359"}${GS}10A`, { expiryAt: "2027-12-31", batch: "A" }],
    ["years of the century before", "11770101", { productionAt: "1977-01-01" }],
    ["years up to fifty ahead", "17760101", { expiryAt: "2076-01-01" }],
    ["a variable count", `3012${GS}10A`, { count: "12", batch: "A" }],
    ["a net weight with its decimals", "3103001250", { measure: { value: "1.25", unit: "kg" } }],
    ["a weight in pounds", "3202000150", { measure: { value: "1.5", unit: "lb" } }],
    ["a count of none", `3000${GS}10A`, { count: "0", batch: "A" }],
    ["a weight of nothing", "3103000000", { measure: { value: "0", unit: "kg" } }],
    ["the same twice", `10A${GS}10A`, { batch: "A" }],
  ])("says %s", (_what, rest, facts) => {
    expect(readings(`]C101${GTIN}${rest}`)).toEqual([{ gtin: GTIN, ...facts }]);
  });

  it("of a carton says what is in it, and how many", () => {
    expect(readings(`]C102${GTIN}1727123137${"24"}${GS}00123456789012345675`)).toEqual([
      { gtin: GTIN, count: "24", expiryAt: "2027-12-31" },
    ]);
  });

  it.each([
    ["of no known length", `7199X1${GS}17271231`],
    ["of the length that its first digits say", "317900012317271231"],
    ["of letters", `ZZ9${GS}17271231`],
    ["reserved with a length", "190101011727123110"],
  ])("loses nothing to an identifier that is not known: %s", (_what, rest) => {
    expect(readings(`]d201${GTIN}${rest}`)).toMatchObject([{ gtin: GTIN, expiryAt: "2027-12-31" }]);
  });

  it("takes nothing of a batch or a serial number for an identifier", () => {
    expect(readings(`]d201${GTIN}10A17271231${GS}2115260101`)).toEqual([
      { gtin: GTIN, batch: "A17271231", serial: "15260101" },
    ]);
  });

  it("fills nothing from a date that is none", () => {
    expect(readings(`]d201${GTIN}17271399${GS}10A`)).toEqual([{ gtin: GTIN, batch: "A" }]);
  });

  it.each([
    ["10/01", { batch: "01" }],
    ["10/A/21/01", { batch: "A", serial: "01" }],
    ["10/01/21/17", { batch: "01", serial: "17" }],
  ])("in a link is read from its product number on, whatever follows: %s", (rest, facts) => {
    expect(readings(`https://id.example.com/01/${GTIN}/${rest}`)).toEqual([{ gtin: GTIN, ...facts }]);
  });

  it("loses nothing to a bracket within a value, as people read it", () => {
    for (const batch of ["A(1)B", "A)(B", "A(", "(12", "A(B(C)"])
      expect(readings(`(01)${GTIN}(10)${batch}(17)271231`), batch).toEqual([
        { gtin: GTIN, batch, expiryAt: "2027-12-31" },
      ]);
  });

  it("takes no batch with signs that a link's escapes hide", () => {
    for (const hidden of ["%00", "%1D17991231", "%E2%80%AE", "%0A"])
      expect(readings(`https://id.example.com/01/${GTIN}/10/A${hidden}B`)).toEqual([{ gtin: GTIN }]);
  });

  it.each([
    ["two product numbers", `]C101${GTIN}0104006381333931`],
    ["two product numbers as people read them", `(01)${GTIN}(01)04006381333931`],
    ["two expiry dates", `]C101${GTIN}1727123117281231`],
    ["two expiry dates in a link", `https://id.example.com/01/${GTIN}?17=271231&17=281231`],
    ["two counts", `]C101${GTIN}3012${GS}3013`],
  ])("that says one thing twice, and not the same, is unreadable: %s", (_what, code) => {
    expect(readings(code)).toBe("contradicts");
  });

  it.each([
    ["with a wrong check digit", "]d20109501101530004", "checkDigit"],
    ["as a link with a wrong check digit", "https://id.example.com/01/09501101530004", "checkDigit"],
    ["without a product number", "]C100123456789012345675", "noProductNumber"],
    ["with nothing in it", "]d2", "noProductNumber"],
  ])("is unreadable %s", (_what, code, why) => {
    expect(readings(code)).toBe(why);
  });

  it("is read with the characters that scanners send in place of a separator", () => {
    for (const separator of ["|", "~", "^", "<GS>", "{GS}", " "])
      expect(readings(`01${GTIN}10ABC${separator}17271231`)).toEqual([
        { gtin: GTIN, batch: "ABC", expiryAt: "2027-12-31" },
      ]);
  });

  it("above a retail barcode belongs to it", () => {
    expect(readings("]E09501101530003|]e017271231")).toEqual([{ gtin: GTIN, expiryAt: "2027-12-31" }]);
  });
});

describe("a GS1 code whose separators the scanner doesn't send", () => {
  it("is certain where the batch comes last", () => {
    expect(readings(`01${GTIN}1727123110ABC123`)).toEqual([
      { gtin: GTIN, expiryAt: "2027-12-31", batch: "ABC123" },
    ]);
  });

  it("is certain where a batch would be too long otherwise", () => {
    expect(readings(`01${GTIN}10ABCDEFGHIJKLMNOPQRST17271231`)).toEqual([
      { gtin: GTIN, batch: "ABCDEFGHIJKLMNOPQRST", expiryAt: "2027-12-31" },
    ]);
  });

  it.each([
    ["with a symbology identifier", "]C1"],
    ["without one", ""],
  ])("has two readings where a batch may end with a date, %s", (_what, symbol) => {
    expect(readings(`${symbol}01${GTIN}10ABC17271231`)).toEqual([
      { gtin: GTIN, batch: "ABC", expiryAt: "2027-12-31" },
      { gtin: GTIN, batch: "ABC17271231" },
    ]);
  });

  it("tells no batch where it may be a batch and a serial number", () => {
    expect(readings(`01${GTIN}10AB21XY`)).toEqual([{ gtin: GTIN }]);
  });

  it("has no reading in which goods go off before they are made", () => {
    expect(readings(`01${GTIN}1727123110A11281231`)).toEqual([
      { gtin: GTIN, expiryAt: "2027-12-31", batch: "A11281231" },
    ]);
  });

  it("finds the product number behind batch and date, by its check digit", () => {
    expect(readings("1021072911172405310100693570007182")).toEqual([
      { gtin: "00693570007182", batch: "21072911", expiryAt: "2024-05-31" },
      { gtin: "00693570007182", batch: "2107291117240531" },
    ]);
  });
});

describe("a code that is no GS1 code", () => {
  it.each([
    ["a batch that looks like identifiers", "10ABC123"],
    ["digits that look like a date", "17271231"],
    ["a product number with something behind it", `01${GTIN}ZZZZ`],
    ["two product numbers", `01${GTIN}0104006381333931`],
    ["a product number with a wrong check digit in front", "010950110153000417271231"],
    ["Code 128 that says it is none", `]C001${GTIN}17271231`],
    ["a link to somewhere else", "https://shop.example.com/products/12345678"],
    ["brackets", "(not 01)"],
  ])("stays whole: %s", (_what, code) => {
    expect(readings(code)).toBe("plain");
  });

  it("is the product number that it may be", () => {
    expect(read("]E09501101530003")).toEqual({ kind: "plain", code: "9501101530003", gtins: [GTIN] });
    expect(read("96385074")).toMatchObject({ gtins: ["00000096385074"] });
    expect(read("04252614")).toMatchObject({ gtins: ["00042100005264"] });
    expect(read("٩٥٠١١٠١٥٣٠٠٠٣")).toMatchObject({ gtins: [GTIN] });
    expect(read("9501101530004")).toMatchObject({ kind: "plain", gtins: [] });
    expect(read("]E09501101530004")).toMatchObject({ kind: "unreadable", why: "checkDigit" });
  });
});

describe("whatever a scanner sends", () => {
  const pieces = fc.constantFrom(
    "01",
    GTIN,
    "17271231",
    "10",
    "21",
    "37",
    "3103",
    GS,
    "]d2",
    "]C1",
    "(",
    ")",
    "https://x/01/",
    "%",
    "?17=",
    "0",
    "\0",
    "ز",
  );
  const code = fc.oneof(
    fc.string({ unit: "binary", maxLength: 120 }),
    fc.array(pieces, { maxLength: 14 }).map((all) => all.join("")),
  );

  it("is read without an error, and only to numbers and dates that are some", () => {
    fc.assert(
      fc.property(code, (text) => {
        const reading = read(text);
        if (reading.kind !== "goods") return;
        for (const { gtin, productionAt, expiryAt, batch } of reading.facts) {
          expect(gtin).toMatch(/^\d{14}$/);
          for (const date of [productionAt, expiryAt])
            if (date !== null) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
          if (batch !== null) expect(text).toContain(batch.slice(0, 1));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same goods with every value in its place, whatever the order of the elements", () => {
    const value = fc.stringMatching(/^[A-Z0-9]{1,20}$/);
    fc.assert(
      fc.property(
        value,
        value,
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        (batch, serial, order) => {
          const elements = [`01${GTIN}`, `17271231${GS}`, `10${batch}${GS}`, `21${serial}${GS}`];
          const text = `]d2${order.map((at) => elements[at]).join("")}`;
          expect(readings(text)).toEqual([{ gtin: GTIN, expiryAt: "2027-12-31", batch, serial }]);
        },
      ),
    );
  });

  it("is read in no time, however long", () => {
    const long = `01${GTIN}10${"1721".repeat(900)}`;
    const began = performance.now();
    read(long);
    read(`]d2${"17271231".repeat(450)}`);
    read("(01)".repeat(1_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
