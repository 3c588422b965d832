/** Finds what separates the columns of a CSV file, by its first rows. */
import type { Delimiter } from "../../../../contract/channels/file-reading.ts";

export const SIGNS: Readonly<Record<Delimiter, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  arabicSemicolon: "؛",
  arabicComma: "،",
};

/** The surest first. Arabic texts hold the last two: they count where no other sign separates anything. */
const USUAL = ["comma", "semicolon", "tab", "pipe"] as const;
const ARABIC = ["arabicSemicolon", "arabicComma"] as const;
const LINES = 30;
const LINE_LETTERS = 10_000;

interface Separates {
  name: Delimiter;
  /** Lines that it separates into the same number of cells. */
  lines: number;
  /** Cells of the first line. */
  first: number;
}

/** `lines`: without what stands in quotes. */
function separates(name: Delimiter, lines: readonly string[]): Separates {
  const counts = lines.map((line) => line.split(SIGNS[name]).length);
  const alike = counts
    .filter((cells) => cells > 1)
    .map((cells) => counts.filter((other) => other === cells).length);
  return { name, lines: Math.max(0, ...alike), first: counts[0] ?? 1 };
}

const better = (best: Separates, one: Separates): Separates =>
  one.lines > best.lines || (one.lines === best.lines && one.first > best.first) ? one : best;

/** What Excel's own first line names as the separator; null where there is no such line, or it names none of ours. */
export function namedDelimiter(head: string): Delimiter | null {
  const sign = /^\uFEFF?"?sep=(.)"?[\r\n]/i.exec(head)?.[1];
  return [...USUAL, ...ARABIC].find((name) => SIGNS[name] === sign) ?? null;
}

/** A file of rejected rows as the program wrote it: tabs in its cells of several lines separate nothing. */
const isOwn = (head: string): boolean => /^\uFEFF?"rejectedLine","rejectedReason"/.test(head);

/** The one that separates most of the first lines into equally many cells; a comma where none does. */
export function delimiterOf(head: string): Delimiter {
  const named = namedDelimiter(head);
  if (named !== null) return named;
  if (isOwn(head)) return "comma";
  const lines = head
    .replace(/^\uFEFF/, "")
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, LINES)
    .map((line) => line.slice(0, LINE_LETTERS).replace(/"[^"]*"?/g, ""));
  const none: Separates = { name: "comma", lines: 0, first: 1 };
  const usual = USUAL.map((name) => separates(name, lines)).reduce(better, none);
  if (usual.lines * 2 > lines.length) return usual.name;
  return ARABIC.map((name) => separates(name, lines)).reduce(better, usual).name;
}
