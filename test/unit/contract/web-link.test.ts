/** Which addresses staff may follow. */
import { expect, it } from "vitest";
import { webLink } from "../../../contract/web-link.ts";

const reasonOf = (address: string) => {
  const link = webLink(address);
  return link.ok ? "ok" : link.reason;
};

it("an address with a name or a password before the host is none: it makes one site look like another", () => {
  for (const before of ["user@", "user:pw@", ":pw@"])
    expect([before, reasonOf(`https://${before}shop.example/a`)]).toEqual([before, "not_an_address"]);
});

it("an address has at most 2,000 letters, spaces around it aside", () => {
  const start = "https://shop.example/";
  expect(reasonOf(` ${start.padEnd(2_000, "a")} `)).toBe("ok");
  expect(reasonOf(start.padEnd(2_001, "a"))).toBe("not_an_address");
});

it("only https is followed", () => {
  expect(["http://shop.example", "file:///a", "shop"].map(reasonOf)).toEqual([
    "not_the_web",
    "not_the_web",
    "not_an_address",
  ]);
  expect(webLink(" https://SHOP.example ")).toEqual({ ok: true, href: "https://shop.example/" });
});
