/** A name in two languages is taken apart only where the scripts really differ, and nothing of it is lost. */
import { describe, expect, it } from "vitest";
import { ownNameFirst, twoNames } from "../../../../renderer/lib/text.ts";

const ENGLISH = "Basmati rice 5 kg";
const ARABIC = "أرز بسمتي 5 كجم";

describe("a name in two languages", () => {
  it.each([" / ", "/", " - ", " – ", "\n", " | "])(
    "is taken apart at %j, the screen's language first",
    (between) => {
      for (const name of [`${ENGLISH}${between}${ARABIC}`, `${ARABIC}${between}${ENGLISH}`]) {
        expect(twoNames(name, "en")).toEqual({ own: ENGLISH, other: ARABIC });
        expect(twoNames(name, "ar")).toEqual({ own: ARABIC, other: ENGLISH });
      }
    },
  );

  it("keeps a separator inside one of its languages", () => {
    const name = "Tea / mint - 20 bags / شاي بالنعناع - 20 كيسًا";
    expect(twoNames(name, "en")).toEqual({ own: "Tea / mint - 20 bags", other: "شاي بالنعناع - 20 كيسًا" });
    expect(twoNames("A / B / شاي أخضر", "ar")).toEqual({ own: "شاي أخضر", other: "A / B" });
  });

  it.each(["Half-fat milk 1/2 l", "Rice - loose", "أرز / سكر", "Rice بسمتي", "12 / 24", "Box/", "/علبة", ""])(
    "%j is one name",
    (name) => {
      for (const language of ["en", "ar"])
        expect(twoNames(name, language)).toEqual({ own: name, other: null });
    },
  );

  it("is in a field with the screen's language first, and so with its direction", () => {
    expect(ownNameFirst(`${ENGLISH} / ${ARABIC}`, "ar")).toBe(`${ARABIC} / \u2068${ENGLISH}\u2069`);
    expect(ownNameFirst(ENGLISH, "ar")).toBe(ENGLISH);
  });
});
