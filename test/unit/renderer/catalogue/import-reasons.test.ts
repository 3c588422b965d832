import { describe, expect, it } from "vitest";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { readHeader, readRow } from "../../../../main/engine/reference-data/columns.ts";
import { en } from "../../../../renderer/i18n/en/index.ts";
import { REASONS, readReason } from "../../../../renderer/screens/catalogue/import-reasons.ts";

/** The engine's own reason for a row of that kind. */
function reasonOf(kind: ReferenceKind, header: string, row: string[]): string {
  const read = readHeader(kind, header.split(","));
  if ("words" in read) throw new Error(read.words);
  const reason = readRow(kind, read, row);
  if (typeof reason !== "string") throw new Error(`${row.join(",")} was taken`);
  return reason;
}

const VOUCHER = "serialNo,currencyId,amount,note,status,creatorUserId,creatorDeviceId,updatedAt";
const UUID = "3f2a0000-0000-4000-8000-000000000001";
const voucher = (over: Record<number, string>) =>
  reasonOf(
    "taxVoucher",
    VOUCHER,
    [UUID, "USD", "1", "", "1", "", "", "2026-01-01T00:00:00.000Z"].map((cell, at) => over[at] ?? cell),
  );

describe("the engine's reasons for a refused row", () => {
  it.each([
    [reasonOf("store", "id,name", ["", "x"]), { column: "id", reason: "empty" }],
    [
      reasonOf("store", "id,name", ["1", "x".repeat(1_001)]),
      { column: "name", reason: "tooLong", more: "1000" },
    ],
    [reasonOf("store", "id,name", ["1", "a\nb"]), { column: "name", reason: "severalLines" }],
    [reasonOf("store", "id,name", ["1", "a\u0007b"]), { column: "name", reason: "controlCharacter" }],
    [reasonOf("store", "id,name", ["1.5", "x"]), { column: "id", reason: "notWhole", cell: '"1.5"' }],
    [reasonOf("store", "id,name", ["1", "x", "y"]), { column: null, reason: "cells", more: "3", other: "2" }],
    [reasonOf("store", "id,name", ["1", "\uFFFD"]), { column: null, reason: "notUtf8" }],
    [reasonOf("product", "id,name,price", ["1", "x", "a:b"]), { column: "price", reason: "notDecimal" }],
    [reasonOf("product", "id,name,price", ["1", "x", "-1"]), { column: "price", reason: "negative" }],
    [reasonOf("product", "id,name,deleted", ["1", "x", "yes"]), { column: "deleted", reason: "notMark" }],
    [
      reasonOf("account", "id,name,type", ["1", "x", "shop"]),
      { column: "type", reason: "notChoice", cell: '"shop"', more: "supplier, cash, bank, other" },
    ],
    [
      reasonOf("exchangeRate", "fromCurrencyId,toCurrencyId,rate", ["U$", "SAR", "1"]),
      { column: "fromCurrencyId", reason: "notCurrency" },
    ],
    [
      reasonOf("exchangeRate", "fromCurrencyId,toCurrencyId,rate", ["USD", "SAR", "0"]),
      { column: "rate", reason: "notPositive" },
    ],
    [reasonOf("currency", "id,name,digits", ["USD", "x", "19"]), { column: "digits", reason: "notDigits" }],
    [
      reasonOf("measureUnit", "id,name,baseUnitId,factor", ["2", "x", "1", ""]),
      { column: null, reason: "factorMissing" },
    ],
    [
      reasonOf("measureUnit", "id,name,baseUnitId,factor", ["2", "x", "2", "3"]),
      { column: null, reason: "ownBase", cell: '"3"' },
    ],
    [voucher({ 0: "no" }), { column: "serialNo", reason: "notUuid", cell: '"no"' }],
    [voucher({ 7: "2026-02-30" }), { column: "updatedAt", reason: "notTime" }],
  ])("%s is read", (text, expected) => {
    expect(readReason(text)).toMatchObject(expected);
  });

  it("about a broken file are read too", () => {
    const read = (text: string) => readReason(text)?.reason;
    expect(read("a quote that begins in this row is never closed; nothing after it was read")).toBe(
      "openQuote",
    );
    expect(read("the row is longer than 16 MB (is a quote left open?); it and what follows")).toBe(
      "rowTooLong",
    );
    expect(read("the row can't be read (odd); nothing after it was")).toBe("unreadableRow");
    expect(read("an earlier row of this file is about the same and says otherwise")).toBe("contradicts");
  });

  it("keep a cell that itself looks like a reason", () => {
    expect(readReason('id: "is empty" is not a whole number')).toMatchObject({
      ...{ column: "id", reason: "notWhole", cell: '"is empty"' },
    });
  });

  it("that are not known are shown as they came", () => {
    expect(readReason("something new")).toBeNull();
    expect(readReason("id: something new")).toBeNull();
  });

  it("all have words", () => {
    expect(Object.keys(en.catalogue.reason).sort()).toEqual([...REASONS].sort());
  });
});
