/** A place as its form has it, and how old a list is. */
import { describe, expect, it } from "vitest";
import { placeText } from "../../../../../contract/place-address.ts";
import { listAge, listTrouble } from "../../../../../renderer/features/shop-folder/list-age.ts";
import {
  placeLacks,
  placeNamed,
  placeTyped,
} from "../../../../../renderer/features/shop-folder/named-place.ts";

describe("a place", () => {
  it.each([
    ["folder", "/mnt/shop"],
    ["folder", "\\\\server\\shop"],
    ["webdav", "https://cloud.example/shop/"],
    ["s3", "s3://shop/counters?endpoint=https%3A%2F%2Fs3.example%3A9000"],
  ] as const)("of the kind %s is named as it was, once it was in the form: %s", (kind, place) => {
    const typed = placeTyped(place, kind);
    expect(placeNamed(typed)).toBe(place);
    expect(placeText.parse(place)).toBe(place);
    expect(placeLacks(typed)).toEqual([]);
  });

  it("says which of its fields are empty", () => {
    const nothing = placeTyped(null, null);
    expect(placeLacks(nothing)).toEqual(["folder"]);
    expect(placeLacks({ ...nothing, kind: "s3", address: " ", bucket: "/" })).toEqual(["address", "bucket"]);
  });
});

describe("a list", () => {
  const NOW = Date.parse("2026-05-10T12:00:00.000Z");
  const HOUR = "2026-05-10T11:00:00.000Z";
  const DAYS = "2026-05-07T11:00:00.000Z";

  it.each([
    ["checked lately", DAYS, HOUR, "signed", "fresh"],
    ["taken lately and not checked since", HOUR, null, "signed", "fresh"],
    ["not checked for days", DAYS, DAYS, "signed", "old"],
    ["of the run before", DAYS, null, "signed", "unknown"],
    ["never taken", null, null, "none", "unknown"],
    ["whose signature ended", DAYS, HOUR, "out_of_date", "signature"],
    ["whose successor was refused", DAYS, HOUR, "refused", "signature"],
    ["of a plain folder", DAYS, HOUR, "unsigned", "fresh"],
  ] as const)("%s has its age", (_, takenAt, checkedAt, trust, age) => {
    expect(listAge({ takenAt, checkedAt }, trust, NOW)).toBe(age);
  });

  it("has words for a trouble that nobody foresaw", () => {
    expect(listTrouble("rows_rejected")).toBe("rows_rejected");
    expect(listTrouble("something new")).toBe("other");
  });
});
