/** Both catalogues say the same things, and only what is used. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";

const RENDERER = join(import.meta.dirname, "../../../renderer");
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const ENGLISH_FORMS = ["one", "other"];
const ARABIC_FORMS = ["zero", "one", "two", "few", "many", "other"];

type Catalogue = { [key: string]: string | Catalogue };

function keysOf(catalogue: Catalogue, prefix = ""): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === "string") keys.set(prefix + name, value);
    else for (const [key, words] of keysOf(value, `${prefix}${name}.`)) keys.set(key, words);
  }
  return keys;
}

const bases = (keys: Iterable<string>): string[] =>
  [...new Set([...keys].map((key) => key.replace(PLURAL, "")))].sort();
const isPlural = (keys: Map<string, string>, base: string): boolean => keys.has(`${base}_other`);
const placeholders = (words: string): string[] =>
  [...new Set([...words.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1] ?? ""))].sort();

const english = keysOf(en);
const arabic = keysOf(ar);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "en" || entry.name === "ar" ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

/** Keys named whole, and the beginnings of those put together as in t(`outbox.state.${state}`). */
function used(text: string): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set(
    [...text.matchAll(/["'`]([a-z]\w*(?:\.[\w-]+)+)["'`]/g)].map((found) => found[1] ?? ""),
  );
  const patterns = [...text.matchAll(/`([a-z]\w*\.(?:[\w.-]|\$\{[^}]*\})*)`/g)]
    .map((found) => found[1] ?? "")
    .filter((template) => template.includes("${"))
    .map((template) => new RegExp(`^${template.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[\\w-]+")}$`));
  return { whole, patterns };
}

describe("the catalogues", () => {
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
    const NAMES = new Set(["common.appName", "components.palette.language"]);
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

  it("hold no key that nothing uses", () => {
    const { whole, patterns } = used(sources(RENDERER).join("\n"));
    const unused = bases(english.keys()).filter(
      (key) => !whole.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it("hold every key that is named whole", () => {
    const { whole } = used(sources(RENDERER).join("\n"));
    const areas = new Set(Object.keys(en));
    const known = new Set([...english.keys(), ...bases(english.keys())]);
    const missing = [...whole].filter(
      (key) =>
        areas.has(key.split(".")[0] ?? "") && /[A-Z]|\./.test(key) && !known.has(key) && !isChannel(key),
    );
    expect(missing).toEqual([]);
  });
});

/** Some channels share their first word with an area, as in "outbox.list". */
const isChannel = (key: string): boolean =>
  /^(?:outbox|documents|restore|settings|purchaseReturn|taxVoucher|print|pin)\.[a-z]+$/i.test(key);
