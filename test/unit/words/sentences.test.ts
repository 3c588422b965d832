/** Sentences with values in them: plural forms for what is counted, and values that keep their own direction. */
import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { speak, startWords } from "../../../renderer/i18n/setup.ts";
import { type Messages, textsOf } from "../../helpers/message-texts.ts";

const FSI = "\u2068";
const PDI = "\u2069";
const languages: [string, Messages][] = [
  ["English", en],
  ["Arabic", ar],
];

describe("a value in a sentence", () => {
  it("is isolated in Arabic, whatever it holds", async () => {
    await startWords("ar", "latin");
    const words = i18next.t("purchaseReturn.scan.added", { name: "/Rice 5 kg/" });
    expect(words).toContain(`${FSI}/Rice 5 kg/${PDI}`);
    expect(i18next.t("purchaseReturn.scan.added", { name: "أرز" })).toContain(`${FSI}أرز${PDI}`);
  });

  it("is isolated in English where it holds Arabic, and left as it is where it doesn't", async () => {
    await startWords("en", "latin");
    await speak("en", "latin");
    expect(i18next.t("purchaseReturn.scan.added", { name: "Rice" })).not.toContain(FSI);
    expect(i18next.t("purchaseReturn.scan.added", { name: "أرز 5 kg" })).toContain(`${FSI}أرز 5 kg${PDI}`);
  });

  it("follows the chosen digits where it is a number, without isolation", async () => {
    await startWords("ar", "arabic");
    await speak("ar", "arabic");
    expect(i18next.t("purchaseReturn.totals.lines", { count: 12 })).toMatch(/^١٢ /);
  });

  it("follows the chosen digits where the text itself holds the number", async () => {
    await startWords("ar", "arabic");
    await speak("ar", "arabic");
    expect(i18next.t("errors.reason.not_a_decimal")).toBe("اكتب عددًا مثل ٨١.٢٣٥.");
    await speak("ar", "latin");
    expect(i18next.t("errors.reason.not_a_decimal")).toBe("اكتب عددًا مثل 81.235.");
  });

  it("is no number of Latin digits in an Arabic text, but in names, formats and what a file must hold", () => {
    const LATIN =
      /UTF-(?:8|16)|Windows-1256|SHA-256|\bA4\b|80 مم|\{\{[\d.]+\}\}|[\u2066-\u2068][^\u2069]*\u2069/g;
    const literal = [
      "referenceData.encoding",
      "referenceData.holds",
      "referenceData.reason",
      "referenceData.sample",
      "settings.look.digitsLatin",
    ];
    const fixed = [...textsOf(ar)]
      .filter(([key]) => !literal.some((area) => key.startsWith(area)))
      .filter(([, text]) => /[0-9]/.test(text.replace(LATIN, "")));
    expect(fixed).toEqual([]);
  });

  it.each(languages)("is isolated by the program and not by the texts, in %s", (_name, messages) => {
    const marked = [...textsOf(messages)].filter(([, text]) => /[\u2066-\u2068]\{\{|\}\}\u2069/.test(text));
    expect(marked).toEqual([]);
  });
});

describe("whatever is counted", () => {
  const FORM = /_(?:zero|one|two|few|many|other)$/;

  it.each(languages)("has plural forms, in %s", (_name, messages) => {
    const without = [...textsOf(messages)].filter(
      ([key, text]) => /\{\{(?:count|number|total|lines|rows)\}\} \p{L}/u.test(text) && !FORM.test(key),
    );
    expect(without).toEqual([]);
  });
});

describe("the Arabic forms of a count", () => {
  type Forms = Readonly<Record<"one" | "many" | "other", string>>;
  const texts = textsOf(ar);
  const counted = [...texts].flatMap(([key, other]): [string, Forms][] => {
    const base = /^(.*)_other$/.exec(key)?.[1];
    const [one, many] = [texts.get(`${base}_one`), texts.get(`${base}_many`)];
    return one === undefined || many === undefined ? [] : [[`${base}`, { one, many, other }]];
  });
  const withoutTanwin = (text: string) => text.replaceAll("ًا", "");
  /** What is said of the counted in its own clause in a plural or a feminine form: a verb, or a pronoun at a word's end. */
  const OF_MANY = /(?:لن|لم|لا) ت|(?<!\p{L})تُ|(?<!من|كل|غير)ها(?!\p{L})/u;
  const agrees = ({ one, many, other }: Forms): boolean =>
    !/واحد(?!ة)/.test(one) ||
    [many, other].every((text) => {
      const [clause = ""] = (/\{\{count\}\} \p{L}.*/u.exec(text)?.[0] ?? "").split(/[.؛:؟]|، و/);
      return !OF_MANY.test(clause);
    });

  it("say the same from 11 on as from 100 on, but for the ending of what is counted", () => {
    expect(counted.length).toBeGreaterThan(100);
    expect(counted.filter(([, { many, other }]) => withoutTanwin(many) !== withoutTanwin(other))).toEqual([]);
  });

  it("speak of a counted masculine noun in its singular, as the noun itself is from 11 on", () => {
    expect(counted.filter(([, forms]) => !agrees(forms))).toEqual([]);
  });

  it.each([
    ["a verb", "{{count}} بند بلا كمية لن تُرسل"],
    ["a pronoun", "{{count}} صف لا يمكن إضافتها."],
    ["a passive verb", "{{count}} تعديل تنتظر، تُرسل بالترتيب"],
  ])("are refused where %s of the plural follows", (_what, other) => {
    expect(agrees({ one: "واحد", many: other, other })).toBe(false);
  });
});

describe("an Arabic noun that is counted", () => {
  const texts = [...textsOf(ar)];
  type Nouns = Readonly<Record<"few" | "many" | "other", ReadonlySet<string>>>;
  /** The words behind the number, without those that stay the same whatever is counted. */
  const UNCHANGED = new Set(["من", "منها", "غير", "غيرها", "أخرى"]);
  const nounsIn = (read: readonly (readonly [string, string])[], form: keyof Nouns) =>
    new Set(
      read.flatMap(([key, text]) => {
        const noun = key.endsWith(`_${form}`)
          ? /\{\{(?:count|number)\}\} (\p{L}[\p{L}\p{M}]*)/u.exec(text)?.[1]
          : undefined;
        return noun === undefined || UNCHANGED.has(noun) ? [] : [noun];
      }),
    );
  const mixed = (read: readonly (readonly [string, string])[]): string[] => {
    const [few, many, other] = [nounsIn(read, "few"), nounsIn(read, "many"), nounsIn(read, "other")];
    return [...few].filter((noun) => many.has(noun) || other.has(noun));
  };
  const singulars = nounsIn(texts, "other");
  /** What makes of the nominative "بندان" the genitive "بندين". */
  const GOVERNS =
    /(?:من|إلى|على|عن|في|أول|لمدة|بعد|قبل|لكل|إرسال|إضافة|استرجاع|قراءة|حفظ|استيراد|تأكيد|نتيجة|صفوف) (\p{L}[\p{L}\p{M}]*)ان(?!\p{L})/gu;
  const wrongDuals = (text: string): string[] =>
    [...text.matchAll(GOVERNS)].flatMap(([, stem = ""]) =>
      singulars.has(stem) || singulars.has(stem.replace(/ت$/, "ة")) ? [`${stem}ان`] : [],
    );

  it("is in the plural from 3 to 10, and in the singular from 11 on", () => {
    expect(nounsIn(texts, "few").size).toBeGreaterThan(20);
    expect(mixed(texts)).toEqual([]);
  });

  it("is in the genitive of two after a word that governs it", () => {
    expect(texts.flatMap(([key, text]) => wrongDuals(text).map((dual) => `${key}: ${dual}`))).toEqual([]);
  });

  it.each([
    ["a singular after 3", "lines_few", "{{count}} بندًا بلا إجمالي"],
    ["a plural after 11", "lines_many", "أُدخل {{count}} مرتجعات"],
    ["a plural after 100", "lines_other", "{{count}} صفوف"],
  ])("is found wrong in %s", (_what, key, text) => {
    expect(mixed([...texts, [key, text]])).toHaveLength(1);
  });

  it.each(["لا يتسع المرتجع لأكثر من بندان.", "إرسال عمليتان"])(
    "is found wrong in the nominative: %s",
    (text) => {
      expect(wrongDuals(text)).toHaveLength(1);
    },
  );
});
