/** CHANGELOG.md as Keep a Changelog has it, read into its versions. Pure. */
import { Refusal } from "../say.mjs";

/**
 * @typedef {object} Section
 * @property {string} version "Unreleased" or a version
 * @property {string | null} date ISO day; null where the heading names none
 * @property {string} text what is below the heading, trimmed
 */

const HEADING = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\s*$/;

/** Newest first, as they stand. @param {string} markdown @returns {Section[]} */
export function readChangelog(markdown) {
  /** @type {{ version: string, date: string | null, lines: string[] }[]} */
  const sections = [];
  for (const line of markdown.split(/\r?\n/)) {
    const [, version, date] = HEADING.exec(line) ?? [];
    if (version !== undefined) sections.push({ version, date: date ?? null, lines: [] });
    // A heading in another form, and the links at the file's end, belong to no version.
    else if (/^## /.test(line)) throw new Refusal(`CHANGELOG.md has a heading in another form: "${line}".`);
    else if (!/^\[[^\]]+\]: /.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ lines, ...rest }) => ({ ...rest, text: lines.join("\n").trim() }));
}

/**
 * What the file says of one version.
 * @param {string} markdown
 * @param {string} version
 * @returns {Section}
 */
export function sectionOf(markdown, version) {
  const found = readChangelog(markdown).find((section) => section.version === version);
  if (found === undefined) throw new Refusal(`CHANGELOG.md has no heading "## [${version}] - <day>".`);
  return found;
}

/** Days and months as Debian's changelog wants them, whatever the machine's language. */
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Sat, 21 Nov 2026 00:00:00 +0000". @param {Date} date */
function debianDate(date) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");
  return `${day} ${date.getUTCFullYear()} ${time} +0000`;
}

/**
 * The same as a Debian package carries it: the versions so far, the packaged one first even where it is unreleased.
 * @param {string} markdown
 * @param {{ version: string, maintainer: string, now: Date }} facts
 */
export function debianChangelog(markdown, { version, maintainer, now }) {
  const sections = readChangelog(markdown);
  const own = sections.find((section) => section.version === version) ?? sections[0];
  if (own === undefined) throw new Refusal("CHANGELOG.md names no version.");
  const older = sections.slice(sections.indexOf(own) + 1);
  return [{ ...own, version }, ...older]
    .map((section) => {
      const points = section.text.split("\n").filter((line) => /^[-*] /.test(line));
      const date = section.date === null ? now : new Date(`${section.date}T00:00:00Z`);
      return [
        `counterside (${section.version.replace("-", "~")}) stable; urgency=medium`,
        "",
        ...points.flatMap((point) => wrapped(point.slice(2), "  * ", "    ")),
        "",
        ` -- ${maintainer}  ${debianDate(date)}`,
        "",
      ].join("\n");
    })
    .join("\n");
}

/** @param {string} text @param {string} first @param {string} further @param {number} [width] */
function wrapped(text, first, further, width = 78) {
  const lines = [first.trimEnd()];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line.length + 1 + word.length > width) lines.push(`${further}${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
