/**
 * Sentences with a time in them. Intl writes a duration of Arabic in the nominative ("ساعتان"), so that no word may govern it:
 * it is alone, after a colon. A time from now ("قبل ساعتين") has its own preposition, so that none comes before it.
 * The sentences are found by their placeholders, `duration` and `ago`, which the sources give to nothing else.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { ageInWords } from "../../../main/shell/quit.ts";
import { fill, shellWords } from "../../../main/shell/words.ts";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { formatsOf, type Language } from "../../../renderer/i18n/format.ts";
import { speak, startWords } from "../../../renderer/i18n/setup.ts";
import { type Messages, textsOf } from "../../helpers/message-texts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TEXTS: Record<Language, Messages> = { en, ar };
const LANGUAGES = ["en", "ar"] as const;
const MINUTE = 60_000;
const UNITS = { minutes: MINUTE, hours: 60 * MINUTE, days: 24 * 60 * MINUTE };
const AMOUNTS = [1, 2, 3, 11];

type Placeholder = "duration" | "ago";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const written: Record<Placeholder, (language: Language, ms: number) => string> = {
  duration: (language, ms) => formatsOf(language, "latin").duration(ms),
  ago: (language, ms) => formatsOf(language, "latin").relative(new Date(NOW - ms).toISOString(), NOW),
};

const withoutMarks = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");

/** What must not come before the value, and what may follow it. */
const RULES: Record<Language, Record<Placeholder, { before: (text: string) => boolean; after: RegExp }>> = {
  en: {
    duration: {
      before: (text) => !/\b(?:an?|the|one|every|each|these|those)\s*$/i.test(text),
      after: /^(?:$|[.,;:)])/,
    },
    ago: {
      before: (text) => !/\b(?:in|on|at|of|since|until|for|from|after|before|by)\s*$/i.test(text),
      after: /^(?:$|[.,;:)]| and\b)/,
    },
  },
  ar: {
    duration: {
      // A colon behind a preposition leaves it governing.
      before: (text) =>
        text === "" ||
        (/[:：(]\s*$/.test(text) && !/(?<!\p{L})(?:منذ|مذ|في|من|بعد|قبل|خلال|بمقدار)\s*:\s*$/u.test(text)),
      after: /^(?:$|[.،؛)])/,
    },
    ago: {
      // What an age or a length of time is, no time from now says.
      before: (text) =>
        !/(?<!\p{L})(?:منذ|مذ|في|من|إلى|حتى|بعد|قبل|خلال|عند|بتاريخ|بمقدار)\s*$/u.test(text) &&
        !/(?<!\p{L})(?:ال)?(?:عمر|مدة)(?!\p{L})[^.،:؛]*$/u.test(text),
      after: /^(?:$|[.،؛)])/,
    },
  },
};

/** Whether the value reads right where it is; a word of the sentence may be spelled like it ("ساعة": an hour, and a clock). */
const readsRight = (language: Language, kind: Placeholder, sentence: string, value: string): boolean => {
  const { before, after } = RULES[language][kind];
  const around = withoutMarks(sentence).split(withoutMarks(value));
  return around.some(
    (_, at) =>
      at > 0 &&
      before(around.slice(0, at).join(value)) &&
      after.test(withoutMarks(around.slice(at).join(value))),
  );
};

const textsWith = (language: Language, kind: Placeholder) =>
  [...textsOf(TEXTS[language])].filter(([, text]) => text.includes(`{{${kind}}}`));

/** Each sentence that doesn't read right with one of the values, as the program writes it. */
async function wrongOnes(language: Language, kind: Placeholder): Promise<string[]> {
  await startWords(language, "latin");
  await speak(language, "latin");
  const values = Object.values(UNITS).flatMap((unit) =>
    AMOUNTS.map((n) => written[kind](language, n * unit)),
  );
  return textsWith(language, kind).flatMap(([key, text]) =>
    values
      .map((value) => ({
        value,
        sentence: i18next.services.interpolator.interpolate(text, { [kind]: value, count: 3 }, language, {}),
      }))
      .filter(({ value, sentence }) => !readsRight(language, kind, sentence, value))
      .map(({ sentence }) => `${key}: ${withoutMarks(sentence)}`),
  );
}

describe.each(LANGUAGES)("a sentence in %s", (language) => {
  it("that holds a duration reads right with 1, 2, 3 and 11 minutes, hours and days", async () => {
    expect(textsWith(language, "duration").length).toBeGreaterThan(9);
    expect(await wrongOnes(language, "duration")).toEqual([]);
  });

  it("that holds a time from now reads right with 1, 2, 3 and 11 minutes, hours and days", async () => {
    expect(textsWith(language, "ago").length).toBeGreaterThan(9);
    expect(await wrongOnes(language, "ago")).toEqual([]);
  });

  it("of the main process that holds a duration reads right with the same", () => {
    const words = Object.values(shellWords(language)).filter((text) => text.includes("{duration}"));
    expect(words).toHaveLength(1);
    for (const text of words)
      for (const unit of Object.values(UNITS))
        for (const amount of AMOUNTS) {
          const duration = ageInWords(amount * unit, `${language}-u-nu-latn`);
          const sentence = fill(text, { duration, count: "3" });
          expect(readsRight(language, "duration", sentence, duration), sentence).toBe(true);
        }
  });
});

describe("the check of durations", () => {
  const HOURS = { ar: "ساعتان", en: "2 hours" };

  it("has before it what Intl writes: two hours in the nominative alone, in the genitive from now", () => {
    expect(written.duration("ar", 2 * UNITS.hours)).toBe(HOURS.ar);
    expect(written.ago("ar", 2 * UNITS.hours)).toBe("قبل ساعتين");
  });

  it.each([
    ["ar", "منذ ساعتان"],
    ["ar", "الأقدم منذ ساعتان."],
    ["ar", "وصل نصف الأجوبة خلال ساعتان."],
    ["ar", "تختلف الساعة بمقدار ساعتان. صحّحها."],
    ["ar", "استغرقت ساعتان"],
    ["ar", "المدة: ساعتان مضت"],
    ["ar", "دون فحص منذ: ساعتان"],
    ["en", "It took a 2 hours."],
    ["en", "2 hours have passed"],
  ] as const)("refuses a form that governs one, %s: %s", (language, sentence) => {
    expect(readsRight(language, "duration", sentence, HOURS[language])).toBe(false);
  });

  it.each([
    ["ar", "أحدث نسخة بتاريخ قبل ساعتين.", "قبل ساعتين"],
    ["ar", "عمر أحدث نسخة قبل ساعتين.", "قبل ساعتين"],
    ["en", "Newest copy of 2 hours ago.", "2 hours ago"],
  ] as const)(
    "refuses a preposition or an age before a time from now, %s: %s",
    (language, sentence, value) => {
      expect(readsRight(language, "ago", sentence, value)).toBe(false);
    },
  );
});

/** Names that a formatted time has in a source, be it of a value in a sentence or of a variable. */
const namesOf = (source: string, call: RegExp): string[] =>
  [...source.matchAll(new RegExp(`(\\w+)(?::|\\s=)\\s*[^,{}();]*?${call.source}`, "g"))].map(
    ([, name]) => name ?? "",
  );
const TIMES = [
  ["duration", /(?<!function )(?:formats\.duration|ageInWords|durationWords)\(/],
  ["ago", /\bago\(/],
] as const;

const sourcesOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), "utf8") })),
  );

describe("the sources", () => {
  it.each(TIMES)("put into a sentence as %s each such time", (name, call) => {
    const others = sourcesOf("renderer", "main/shell").flatMap(({ path, text }) =>
      namesOf(text, call)
        .filter((other) => other !== name)
        .map((other) => `${path}: ${other}`),
    );
    expect(others).toEqual([]);
  });

  it("are searched for other names too", () => {
    expect(namesOf('t("a", { drift: formats.duration(2), when: 1 })', TIMES[0][1])).toEqual(["drift"]);
    expect(namesOf("const elapsed = formats.duration(2);", TIMES[0][1])).toEqual(["elapsed"]);
    expect(namesOf("{ median: isCount ? count : formats.duration(2) }", TIMES[0][1])).toEqual(["median"]);
    expect(namesOf("{ when: ago(at) }", TIMES[1][1])).toEqual(["when"]);
  });
});
