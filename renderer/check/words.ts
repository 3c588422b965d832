/** The page's words, in the language of the phone. */
import ar from "../i18n/ar/check.json";
import en from "../i18n/en/check.json";

type Language = "en" | "ar";
type Words = typeof en;

let words: Words = en;
let language: Language = "en";

/** Chooses the language of everything that is drawn from now on. */
export function chooseLanguage(wanted: Language): void {
  language = wanted;
  words = wanted === "ar" ? ar : en;
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "ar" ? "rtl" : "ltr";
}

export const spoken = (): Language => language;
export const wordsNow = (): Words => words;

/** A day and time in the page's language. */
export const timeWords = (at: string): string =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(at));
