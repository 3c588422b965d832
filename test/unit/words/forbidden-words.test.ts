/** The words that docs/WORDS.md bans are on no screen, in neither language, and not in the guide. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shellWords } from "../../../main/shell/words.ts";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { readGuide } from "../../../scripts/lib/guide.mjs";
import { type Messages, textsOf } from "../../helpers/message-texts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WORDS = readFileSync(join(ROOT, "docs/WORDS.md"), "utf8");

interface Ban {
  word: string;
  instead: string;
  /** Keys, beginnings of keys or pages where it is right. */
  except: readonly string[];
  /** Longer phrases in which it is right. */
  phrases: readonly string[];
}

const split = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Without vowel marks, marks of direction, values and hamza's bearers, which don't part a word from another. */
const plain = (text: string): string =>
  text
    .replace(/\{\{\w+\}\}|\{\w+\}/g, " ")
    .replace(/[\u064B-\u0652\u0670\u0640\u200E\u200F\u2066-\u2069]/g, "")
    .toLowerCase();

/** The rows of the table of banned words, one for each word. */
const BANS: readonly Ban[] = (WORDS.split("## Words that no screen uses")[1] ?? "")
  .split("\n")
  .filter((row) => /^\| (?!never)/.test(row))
  .flatMap((row) => {
    const [never = "", instead = "", except = ""] = row.split("|").slice(1, -1);
    const all = split(except, /[,،]/);
    return split(never, /[,،]/).map((word) => ({
      word,
      instead: instead.trim(),
      except: all.filter((place) => !place.startsWith('"')),
      phrases: all.filter((place) => place.startsWith('"')).map((phrase) => plain(phrase.slice(1, -1))),
    }));
  });

const isArabic = (word: string): boolean => /\p{Script=Arabic}/u.test(word);

/** Finds a whole word; in Arabic the particles written onto it count as its own. */
function pattern(word: string): RegExp {
  const particles = isArabic(word) ? "(?:[وف])?(?:ال|لل|[بلك](?:ال)?)?" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${particles}${plain(word)}(?![\\p{L}\\p{N}])`, "u");
}

/** Which texts hold a banned word, and what to write instead. */
function found(texts: Iterable<readonly [string, string]>): string[] {
  const bans = BANS.map((ban) => ({ ...ban, pattern: pattern(ban.word) }));
  return [...texts].flatMap(([key, text]) =>
    bans
      .filter(({ except, phrases, pattern: word }) => {
        if (except.some((area) => key.startsWith(area))) return false;
        return word.test(phrases.reduce((rest, phrase) => rest.replaceAll(phrase, " "), plain(text)));
      })
      .map(({ word, instead }) => `${key} says "${word}" (write ${instead}): ${text}`),
  );
}

/** The pages' text; the file that a link leads to is shown to nobody. */
const guide = (language: "en" | "ar"): (readonly [string, string])[] =>
  readGuide(join(ROOT, "docs/guide", language)).pages.map(({ name }) => [
    name,
    readFileSync(join(ROOT, "docs/guide", language, `${name}.md`), "utf8").replace(/\]\([a-z-]+\.md\)/g, "]"),
  ]);

const languages: [string, Messages, "en" | "ar"][] = [
  ["English", en, "en"],
  ["Arabic", ar, "ar"],
];

describe("no banned word is", () => {
  it.each(languages)("on a screen in %s", (_name, messages) => {
    expect(found(textsOf(messages))).toEqual([]);
  });

  it.each(["en", "ar"] as const)("in the main process's words, %s", (language) => {
    expect(found(Object.entries(shellWords(language)))).toEqual([]);
  });

  it.each(["en", "ar"] as const)("in the guide, %s", (language) => {
    const lines = guide(language).flatMap(([name, text]) =>
      text.split("\n").map((line, index) => [`${name}.md:${index + 1}`, line] as const),
    );
    expect(found(lines)).toEqual([]);
  });
});

describe("the check of banned words", () => {
  it("reads the table of docs/WORDS.md", () => {
    expect(BANS.length).toBeGreaterThan(50);
    for (const { word, instead } of BANS) expect(instead, word).not.toBe("");
  });

  it.each([
    ["Sent to The Service today", "the service"],
    ["والقيد محفوظ", "قيد"],
    ["للمستأجر", "مستأجر"],
    ["تقبله الخِدمة", "خدمة"],
  ])("finds one in %s", (text, word) => {
    expect(found([["planted", text]]).join()).toContain(word);
  });

  it("leaves a word that only begins like one, and one in a phrase that is right", () => {
    expect(found([["planted", "The services of hashing"]])).toEqual([]);
    expect(found([["planted", "Enter the access token"]])).toEqual([]);
    expect(found([["planted", "Enter the access token, then the token"]])).toHaveLength(1);
  });
});
