/** Each decision follows one template within a page, and the README lists each by number and title. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../docs/decisions");
const HEADINGS = ["Context", "Decision", "Rejected alternatives", "Consequences"];
const BEGINNING =
  /^# (?<number>\d+)\. (?<title>.+)\n\nStatus: (?<status>accepted|superseded by \[(?<by>\d+)\]\((?<byFile>[\w-]+\.md)\)) · (?<date>\d{4}-\d\d-\d\d)\n\n## /;

const files = readdirSync(FOLDER)
  .filter((name) => name !== "README.md")
  .sort();
const readme = readFileSync(join(FOLDER, "README.md"), "utf8");

const decisions = files.map((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const begins: Record<string, string | undefined> = text.match(BEGINNING)?.groups ?? {};
  return { file, text, begins };
});

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const numberOf = (file: string): number => Number(file.slice(0, 4));

const MOST_WORDS = 450;
const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

describe("the decisions", () => {
  it.each(decisions)(
    "$file begins with its number, its title, a known status and a real date",
    (decision) => {
      const { number, status, by, byFile, date = "" } = decision.begins;
      expect(decision.file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      expect({ number: Number(number), status }).toEqual({
        number: numberOf(decision.file),
        status: expect.any(String),
      });
      expect(isDay(date), `"${date}" is a day`).toBe(true);
      if (byFile)
        expect({ file: files.includes(byFile), by: Number(by) }).toEqual({
          file: true,
          by: numberOf(byFile),
        });
    },
  );

  it.each(decisions)("$file has the four headings in their order, and words under each", ({ text }) => {
    const [, ...sections] = text.split(/^## /m);
    expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(HEADINGS);
    expect(sections.filter((section) => section.split("\n").slice(1).join("").trim() === "")).toEqual([]);
  });

  it.each(decisions)("$file is a page long at most", ({ text }) => {
    expect(wordsOf(text)).toBeLessThanOrEqual(MOST_WORDS);
  });

  it("are listed in the README by number and title, in the order of their numbers", () => {
    expect(readme.split("\n").filter((line) => line.startsWith("- ["))).toEqual(
      decisions.map(({ file, begins: { number, title } }) => `- [${number}](${file}): ${title}`),
    );
  });

  it("have one number each, and the README says of a number without a file what became of it", () => {
    const numbers = files.map(numberOf);
    expect(new Set(numbers).size).toBe(numbers.length);
    const unused = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter(
      (each) => !numbers.includes(each),
    );
    expect(unused.filter((each) => !readme.includes(`Number ${each} `))).toEqual([]);
  });
});
