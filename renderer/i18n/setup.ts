/** Starts i18next with the messages of the language in use; the other language's are fetched when they are asked for. */
import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Digits, formatsOf, isolated, type Language } from "./format.ts";

const messagesOf = async (language: Language) =>
  language === "ar" ? (await import("./ar/index.ts")).ar : (await import("./en/index.ts")).en;

let wanted: Language | null = null;
let formats = formatsOf("en", "auto");

const ignore = () => undefined;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

/** A name, an amount or a path in a sentence; English words around it need no isolation but from right-to-left letters. */
const textInSentence = (text: string, language: string | undefined): string =>
  language === "ar" || RIGHT_TO_LEFT.test(text) ? isolated(text) : text;

/** A number that a text itself holds, as in "{{24}} hours": its digits are the chosen ones, its signs stay. */
const fixedNumber = (written: string): string =>
  written.replace(/\d/g, (digit) => formats.count(Number(digit)));

/** Writes every value inside a sentence: numbers as the language and the digits want them, text isolated. */
const valuesInSentences: FormatterModule = {
  type: "formatter",
  init: ignore,
  add: ignore,
  addCached: ignore,
  format: (value: unknown, _format, language, options) => {
    const name = String(options?.interpolationkey ?? "");
    if (value === undefined && /^[\d.]+$/.test(name)) return fixedNumber(name);
    return typeof value === "number" ? formats.count(value) : textInSentence(String(value), language);
  },
};

/** Makes the program speak a language, with the digits the person chose inside sentences too. */
export async function speak(language: Language, digits: Digits): Promise<void> {
  wanted = language;
  if (!i18next.hasResourceBundle(language, "translation"))
    i18next.addResourceBundle(language, "translation", await messagesOf(language));
  // Another one was asked for while this one was fetched.
  if (wanted !== language) return;
  formats = formatsOf(language, digits);
  await i18next.changeLanguage(language);
}

/** Call once, before anything is drawn. */
export async function startWords(language: Language, digits: Digits): Promise<void> {
  formats = formatsOf(language, digits);
  const words = await messagesOf(language);
  await i18next
    .use(valuesInSentences)
    .use(initReactI18next)
    .init({
      lng: language,
      // Both languages have every message, which a test holds them to: nothing is looked up in the other one.
      fallbackLng: false,
      resources: { [language]: { translation: words } },
      returnNull: false,
      interpolation: {
        escapeValue: false,
        alwaysFormat: true,
      },
      react: { useSuspense: false },
    });
}
