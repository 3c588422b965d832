/** Puts the figures of a campaign into docs/RELIABILITY.md, between the marks of its part. */
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { Refusal, say } from "../say.mjs";

/** A switch's number. @param {string} name @param {string} text */
export function wholeNumber(name, text) {
  if (!/^\d{1,7}$/.test(text)) throw new Refusal(`--${name}: "${text}" is not a whole number.`);
  return Number(text);
}

/** The rest of the page stays. @param {string} part as its marks name it @param {string} text */
export function writeFigures(part, text) {
  const report = inRoot("docs", "RELIABILITY.md");
  const [opening, closing] = [`<!-- begin ${part} -->`, `<!-- end ${part} -->`];
  const before = readFileSync(report, "utf8");
  const from = before.indexOf(opening);
  const to = before.indexOf(closing);
  if (from < 0 || to < from) throw new Refusal(`docs/RELIABILITY.md has no place for the ${part}.`);
  writeFileSync(report, `${before.slice(0, from)}${opening}\n${text}\n${before.slice(to)}`);
  say("Written to docs/RELIABILITY.md.");
}
