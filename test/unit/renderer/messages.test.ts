/** The messages of both languages say the same things, and only what is used. */
import { describe, expect, it } from "vitest";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { textsOf } from "../../helpers/message-texts.ts";
import { textsInSources } from "../../helpers/used-words.ts";

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const ENGLISH_FORMS = ["one", "other"];
const ARABIC_FORMS = ["zero", "one", "two", "few", "many", "other"];

/** Keys without their plural forms; "too_many" alone is none. */
const bases = (keys: Iterable<string>): string[] => {
  const all = new Set(keys);
  const base = (key: string) => key.replace(PLURAL, "");
  return [...new Set([...all].map((key) => (all.has(`${base(key)}_other`) ? base(key) : key)))].sort();
};
const isPlural = (keys: Map<string, string>, base: string): boolean => keys.has(`${base}_other`);
const placeholders = (words: string): string[] =>
  [...new Set([...words.matchAll(/\{\{([A-Za-z_]\w*)\}\}/g)].map((found) => found[1] ?? ""))].sort();

const english = textsOf(en);
const arabic = textsOf(ar);

const texts = textsInSources();

describe("the messages of both languages", () => {
  it("have the same keys in both languages", () => {
    expect(bases(arabic.keys())).toEqual(bases(english.keys()));
  });

  it("have every plural form of their language", () => {
    for (const base of bases(english.keys())) {
      expect(isPlural(arabic, base), base).toBe(isPlural(english, base));
      if (!isPlural(english, base)) continue;
      for (const form of ENGLISH_FORMS)
        expect(english.has(`${base}_${form}`), `en ${base}_${form}`).toBe(true);
      for (const form of ARABIC_FORMS) expect(arabic.has(`${base}_${form}`), `ar ${base}_${form}`).toBe(true);
    }
  });

  it("are never empty, and Arabic words are Arabic", () => {
    const NAMES = new Set(["common.appName", "components.palette.language", "settings.about.engineText"]);
    for (const [key, words] of [...english, ...arabic]) expect(words.trim(), key).not.toBe("");
    for (const [key, words] of arabic) {
      const own = words.replace(/\{\{\w+\}\}/g, "");
      if (!NAMES.has(key) && /\p{L}/u.test(own)) expect(own, `ar ${key}`).toMatch(/\p{Script=Arabic}/u);
    }
  });

  it("take the same values in both languages", () => {
    for (const [key, words] of english) {
      const other = arabic.get(key);
      if (other === undefined || /_(?:zero|one|two)$/.test(key)) continue;
      expect(placeholders(other), key).toEqual(placeholders(words));
    }
  });

  it("hold no key that nothing uses, of those put together from parts too", () => {
    expect(texts.size).toBeGreaterThan(2_000);
    expect(bases(english.keys()).filter((key) => !texts.has(key))).toEqual([]);
  });

  it("hold every key that is named whole", () => {
    const areas = new Set(Object.keys(en));
    const known = new Set([...english.keys(), ...bases(english.keys())]);
    const missing = [...texts.keys()].filter(
      (key) =>
        /^[a-z]\w*(?:\.[\w-]+)+$/.test(key) &&
        areas.has(key.split(".")[0] ?? "") &&
        /[A-Z]|\./.test(key) &&
        !known.has(key) &&
        !isChannel(key),
    );
    expect(missing).toEqual([]);
  });
});

/** Some channels share their first word with an area, as in "outbox.list". */
const isChannel = (key: string): boolean =>
  /^(?:outbox|documents|restore|settings|purchaseReturn|referenceData|taxVoucher|print|pin|people|shopFolder|takeover)\.[a-z]+$/i.test(
    key,
  );
