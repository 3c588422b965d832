/** Values of the interface at the borders of what they may be. */
import { expect, it } from "vitest";
import { searchText } from "../../../contract/channels/common.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { fileName } from "../../../contract/kept-file.ts";
import { currencyCode, isoDate, timestamp } from "../../../contract/values.ts";

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: string): boolean =>
  schema.safeParse(value).success;

it("a currency code has at most 16 characters", () => {
  expect([takes(currencyCode, "A".repeat(16)), takes(currencyCode, "A".repeat(17))]).toEqual([true, false]);
});

it("a date is one of the calendar: no day 0, no month 13, and the 29th of February by the whole rule", () => {
  const dates = ["2000-02-29", "2024-02-29", "2026-12-31", "2026-01-01"];
  const none = ["1900-02-29", "2026-02-29", "2026-01-00", "2026-00-01", "2026-13-01", "2026-04-31"];
  expect(dates.filter((date) => !takes(isoDate, date))).toEqual([]);
  expect(none.filter((date) => takes(isoDate, date))).toEqual([]);
});

it("a timestamp is a moment that exists", () => {
  expect(takes(timestamp, "2026-12-31T23:59:59.999Z")).toBe(true);
  const none = ["2026-13-01T00:00:00.000Z", "2026-01-01T25:00:00.000Z", "2026-01-01T00:60:00.000Z"];
  expect(none.filter((moment) => takes(timestamp, moment))).toEqual([]);
});

it("a file's name is no folder's", () => {
  expect([".", "..", "a/b", ""].filter((name) => takes(fileName, name))).toEqual([]);
  expect(["...", ".a", "a"].filter((name) => !takes(fileName, name))).toEqual([]);
});

it("what a scanner sends is looked for without its ends and without what no keyboard makes", () => {
  expect(searchText.parse(" 12\0")).toBe("12");
  expect(searchText.parse("\0\t12\0\0 3\r\n")).toBe("12  3");
});

it("a voucher came from a file or from the service, and from nowhere else", () => {
  const { output } = CHANNELS["taxVoucher.find"];
  const from = (source: string) => {
    const unknown = { currencyId: null, amount: null, note: null, status: null, updatedAt: null };
    const made = { creatorUserId: null, creatorDeviceId: null, mirroredAt: "2026-03-01T08:00:00.000Z" };
    return { vouchers: [{ serialNo: "S-1", ...unknown, ...made, source }] };
  };
  const taken = ["file", "service", "elsewhere"].filter((source) => output.safeParse(from(source)).success);
  expect(taken).toEqual(["file", "service"]);
});
