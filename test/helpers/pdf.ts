/** Reads a PDF back with poppler's tools: its words, the sizes of its pages, and how much of a page is dark. */
import { execFileSync } from "node:child_process";
import { test } from "@playwright/test";
import { lacking } from "./system-programs.ts";

const POINTS_IN_A_MM = 72 / 25.4;
const LARGEST = 200_000_000;

function run(program: string, args: string[]): Buffer {
  const reason = lacking(program);
  test.skip(reason !== null, reason ?? "");
  return execFileSync(program, args, { maxBuffer: LARGEST, stdio: ["ignore", "pipe", "ignore"] });
}

/** Letters as they are typed: Arabic presentation forms and marks of direction taken out. */
export const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\u0640]/g, "")
    .replace(/\s+/g, " ");

/** The words of the whole file, page after page. */
export const pdfText = (path: string): string =>
  plainText(run("pdftotext", ["-layout", path, "-"]).toString());

/** The words of one page. */
export const pdfPageText = (path: string, page: number): string =>
  plainText(run("pdftotext", ["-layout", "-f", String(page), "-l", String(page), path, "-"]).toString());

/** Every page's size in millimetres. */
export function pdfPages(path: string): { width: number; height: number }[] {
  const facts = run("pdfinfo", ["-f", "1", "-l", "10000", path]).toString();
  return [...facts.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map((found) => ({
    width: Number(found[1]) / POINTS_IN_A_MM,
    height: Number(found[2]) / POINTS_IN_A_MM,
  }));
}

/** The names of the fonts inside. */
export const pdfFonts = (path: string): string => run("pdffonts", [path]).toString();

/** The share of dark pixels of one page, from 0 to 1. */
export function darkShare(path: string, page = 1): number {
  const at = String(page);
  const picture = run("pdftoppm", ["-gray", "-r", "72", "-f", at, "-l", at, path]);
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 60).toString("latin1"));
  if (head === null) throw new Error("pdftoppm drew no picture");
  const pixels = picture.subarray(head[0].length);
  return pixels.reduce((dark, pixel) => dark + (pixel < 128 ? 1 : 0), 0) / pixels.length;
}

/** The first page as a printer with this many dots to the inch draws it: three bytes a dot. */
export function pagePicture(path: string, dots: number): { width: number; height: number; data: Uint8Array } {
  const picture = run("pdftoppm", ["-r", String(dots), "-f", "1", "-l", "1", path]);
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 60).toString("latin1"));
  if (head === null) throw new Error("pdftoppm drew no picture");
  return {
    width: Number(head[1]),
    height: Number(head[2]),
    data: Uint8Array.from(picture.subarray(head[0].length)),
  };
}

const MARKS_AND_SPACES = /[\u064B-\u0652\s]/g;
const sorted = (letters: readonly string[]): string => [...letters].sort().join("");

/**
 * Does the text hold these words, where spaces and vowel marks don't count, nor the order of letters inside a word?
 * Reading a PDF back turns round the letters that an Arabic font sets as one glyph.
 */
export function holdsWords(text: string, words: string): boolean {
  const letters = [...text.replace(MARKS_AND_SPACES, "")];
  const wanted = words.split(" ").map((word) => [...word.replace(MARKS_AND_SPACES, "")]);
  const isAt = (start: number): boolean => {
    let at = start;
    return wanted.every((word) => {
      const found = letters.slice(at, at + word.length);
      at += word.length;
      return sorted(found) === sorted(word);
    });
  };
  return letters.some((_, start) => isAt(start));
}
