/** Every button says what it does: a verb in English and its verbal noun in Arabic, of the table in docs/WORDS.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { textsOf } from "../../helpers/message-texts.ts";
import { textsInSources } from "../../helpers/used-words.ts";

const WORDS = readFileSync(join(import.meta.dirname, "../../../docs/WORDS.md"), "utf8");
const BUTTON = /^(?:Button|ActionIcon@aria-label|CloseButton@aria-label)$/;

const section = WORDS.split("## Buttons")[1]?.split("\n## ")[0] ?? "";
const rows = section
  .split("\n")
  .filter((row) => /^\| (?!English)\S/.test(row))
  .map((row) => row.split("|").slice(1, -1))
  .map(([english = "", arabic = ""]) =>
    [english, arabic].map((cell) => cell.split(/[,،]/).map((word) => word.trim())),
  );
const named = rows.filter(([english]) => english?.[0] !== "no commands");
const verbs = named.flatMap(([english]) => english ?? []);
const nouns = named.flatMap(([, arabic]) => arabic ?? []);
const exceptions = rows.find(([english]) => english?.[0] === "no commands")?.[1] ?? [];

const english = textsOf(en);
const arabic = textsOf(ar);
const textOf = (texts: Map<string, string>, key: string) => texts.get(key) ?? texts.get(`${key}_other`);

const buttons = [...textsInSources()]
  .filter(
    ([key, elements]) => textOf(english, key) !== undefined && [...elements].some((one) => BUTTON.test(one)),
  )
  .map(([key]) => key)
  .filter((key) => !exceptions.some((area) => key.startsWith(area)));

const isBeginning = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text === word || text.startsWith(`${word} `) || text.startsWith(`${word}:`));

describe("a button's text", () => {
  it("begins with a verb in English", () => {
    expect(buttons.length).toBeGreaterThan(80);
    expect(buttons.filter((key) => !isBeginning(textOf(english, key) ?? "", verbs))).toEqual([]);
  });

  it("begins with a verbal noun in Arabic", () => {
    expect(buttons.filter((key) => !isBeginning(textOf(arabic, key) ?? "", nouns))).toEqual([]);
  });

  it("would be found where it were an imperative, or a noun in English", () => {
    expect(isBeginning("احفظ المرتجع", nouns)).toBe(false);
    expect(isBeginning("The file", verbs)).toBe(false);
  });
});
