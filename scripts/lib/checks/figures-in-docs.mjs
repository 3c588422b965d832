/** Puts measured figures into a document of docs, between the marks of their part. */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { Refusal, say } from "../say.mjs";

/** A switch's number. @param {string} name @param {string} text */
export function wholeNumber(name, text) {
  if (!/^\d{1,7}$/.test(text)) throw new Refusal(`--${name}: "${text}" is not a whole number.`);
  return Number(text);
}

/** The rest of the page stays. @param {"BENCHMARKS.md" | "RELIABILITY.md"} document @param {string} part as its marks name it @param {string} text */
export function writeFigures(document, part, text) {
  const path = inRoot("docs", document);
  const [opening, closing] = [`<!-- begin ${part} -->`, `<!-- end ${part} -->`];
  const before = readFileSync(path, "utf8");
  const from = before.indexOf(opening);
  const to = before.indexOf(closing);
  if (from < 0 || to < from) throw new Refusal(`docs/${document} has no place for the ${part}.`);
  writeFileSync(path, `${before.slice(0, from)}${opening}\n${text}\n${before.slice(to)}`);
  say(`Written to docs/${document}.`);
}
