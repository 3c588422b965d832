/** Starts i18next with both catalogues; they are small and always at hand, so nothing flickers. */
import i18next, { type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { ar } from "./ar/index.ts";
import { en } from "./en/index.ts";
import { createFormats, type Digits, type Language } from "./format.ts";

let formats = createFormats("en", "auto");

const ignore = () => undefined;

/** Writes every number inside a sentence as the person's language and digits want it. */
const numbersInSentences: FormatterModule = {
  type: "formatter",
  init: ignore,
  add: ignore,
  addCached: ignore,
  format: (value: unknown) => (typeof value === "number" ? formats.count(value) : String(value)),
};

/** Makes the program speak a language, with the digits the person chose inside sentences too. */
export async function speak(language: Language, digits: Digits): Promise<void> {
  formats = createFormats(language, digits);
  await i18next.changeLanguage(language);
}

/** Call once, before anything is drawn. */
export async function startWords(language: Language, digits: Digits): Promise<void> {
  formats = createFormats(language, digits);
  await i18next
    .use(numbersInSentences)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: "en",
      resources: { en: { translation: en }, ar: { translation: ar } },
      returnNull: false,
      interpolation: {
        escapeValue: false,
        alwaysFormat: true,
      },
      react: { useSuspense: false },
    });
}
