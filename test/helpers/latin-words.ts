/** English words that a screen in Arabic still shows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { textsOf } from "./message-texts.ts";

const ENGLISH = join(import.meta.dirname, "../../renderer/i18n/en");

/** Latin words that are right in Arabic text: formats, standards and keys by their own names. */
const ALLOWED = new Set(
  (
    "Counterside English CSV XLSX xlsx xls xlsb ods Mac UTF PDF PIN A4 URL JSON HTTP HTTPS Ctrl Alt Shift Enter Esc Escape Tab Home End Space https http " +
    "Page Up Down F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 Mod SHA"
  ).split(" "),
);

/** Codes and ids: with digits in them, or all in capitals as currencies are; column names of files as the contract has them. */
const isCode = (word: string): boolean => /\d/.test(word) || /^[A-Z]{1,4}$/.test(word);

/**
 * Latin words in sight that don't stand in a record's name (`<bdi>`, `dir="auto"`), a code (`dir="ltr"`, `<code>`, `<pre>`),
 * a field or a list of choices that people's own records fill.
 */
const latinWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const apart =
      "bdi, :not(html)[dir=ltr], [dir=auto], code, pre, kbd, script, style, option, [translate=no], :not(html)[lang=en]";
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(apart) !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // What is put into a sentence between isolates is a name, not a word of the program.
      const own = (node.textContent ?? "").replace(/\u2068[^\u2069]*\u2069/g, " ");
      for (const word of own.match(/[A-Za-z][\w]*/g) ?? [])
        found.push(`${word} in "${own.trim().slice(0, 80)}"`);
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) {
      if (element.closest(":not(html)[dir=ltr], [dir=auto], bdi") !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of ["aria-label", "placeholder"]) {
        const own = (element.getAttribute(name) ?? "").replace(/\u2068[^\u2069]*\u2069/g, " ");
        for (const word of own.match(/[A-Za-z][\w]*/g) ?? [])
          found.push(`${word} in ${name}="${own.slice(0, 80)}"`);
      }
    }
    return found;
  });

/** Every word of the English messages, so that only untranslated words of the program count, and no shop's own. */
const ENGLISH_WORDS = new Set(
  readdirSync(ENGLISH)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => [...textsOf(JSON.parse(readFileSync(join(ENGLISH, file), "utf8"))).values()])
    .flatMap((text) => text.replace(/\{\{\w+\}\}/g, " ").match(/[A-Za-z]{2,}/g) ?? [])
    .map((word) => word.toLowerCase()),
);

/** Words of the program in sight that are English, each with its place; a shop's own are none. */
export async function englishInSight(page: Page): Promise<string[]> {
  return (await latinWords(page)).filter((found) => {
    const word = found.split(" ", 1)[0] ?? "";
    return !ALLOWED.has(word) && !isCode(word) && ENGLISH_WORDS.has(word.toLowerCase());
  });
}
