/** The languages that the sample shop's names come in; one of them at a time, as in a real shop. */
export const SHOP_LANGUAGES = ["en", "ar"] as const;
export type ShopLanguage = (typeof SHOP_LANGUAGES)[number];

/** A name in one of the languages. */
export const named = (language: ShopLanguage, english: string, arabic: string): string =>
  language === "ar" ? arabic : english;
