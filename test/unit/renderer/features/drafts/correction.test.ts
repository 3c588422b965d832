import { expect, it } from "vitest";
import { askedIn } from "../../../../../renderer/features/drafts/correction.ts";

const ID = "0b6f2a9e-1c5d-4f37-9f0e-2f6f4b7a1c11";

it.each(["corrects", "copies"] as const)(
  "what the address %s is found before and behind the hash",
  (wish) => {
    expect(askedIn(wish, `?${wish}=${ID}`, "/purchase-return")).toBe(ID);
    expect(askedIn(wish, "", `/purchase-return?${wish}=${ID}`)).toBe(ID);
  },
);

it("an address corrects nothing where no entry's id is named", () => {
  expect(askedIn("corrects", "", "/purchase-return")).toBeNull();
  expect(askedIn("corrects", "corrects=../../x", "/purchase-return")).toBeNull();
  expect(askedIn("corrects", `copies=${ID}`, "/purchase-return")).toBeNull();
  expect(askedIn("copies", "?copies=7", "/purchase-return")).toBeNull();
});
