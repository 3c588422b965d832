/**
 * Verifies an exported activity file (CSV or JSON Lines) with nothing but Node: no part of the program is used.
 *
 *   node scripts/verify-activity.mjs FILE [HASH]
 *
 * HASH: the last entry's hash as it was written down elsewhere; it proves that nothing was cut off the end.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const CSV_COLUMNS = "sequence,time,userId,deviceId,action,subject,details,hashed,previousHash,hash".split(
  ",",
);

/** No entry comes near; a file that holds more between two ends of lines is no export. */
const LONGEST = 32 * 1024 * 1024;

/** The file's lines, which end with LF alone: a subject may hold what other readers take for the end of one. */
/** @param {AsyncIterable<string>} chunks */
async function* linesOf(chunks) {
  /** @type {string[]} */
  let pieces = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split("\n");
    pieces.push(first);
    length += first.length;
    for (const next of others) {
      yield pieces.join("");
      pieces = [next];
      length = next.length;
    }
    if (length > LONGEST) fail("A line is longer than any entry: this is not an exported activity file.");
  }
  if (length > 0) yield pieces.join("");
}

/** What one entry is written in, with the number of its first line: in CSV a cell in quotes may hold an LF itself. */
/** @param {AsyncIterable<string>} lines */
async function* recordsOf(lines) {
  let number = 0;
  let begun = 1;
  let isCsv = false;
  /** @type {string[]} */
  let held = [];
  let length = 0;
  let isOpen = false;
  for await (const line of lines) {
    number += 1;
    if (number === 1) isCsv = line.startsWith("\uFEFF");
    if (held.length === 0) begun = number;
    held.push(line);
    length += line.length;
    if (isCsv && (line.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
    if (isOpen && length <= LONGEST) continue;
    yield { number: begun, text: held.join("\n").replace(/\r$/, "") };
    held = [];
    length = 0;
    isOpen = false;
  }
  if (held.length > 0) yield { number: begun, text: held.join("\n") };
}

/** What this JSON says, of unknown shape; null where it is none. */
/** @param {string | undefined} text */
function jsonOf(text) {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // The words for it name the line.
    return null;
  }
}

/** The cells of one record; the export quotes every cell. */
/** @param {string} line */
const cellsOf = (line) =>
  [...line.matchAll(/"([^"]*(?:""[^"]*)*)"(?:,|$)/gy)].map(([, cell = ""]) => cell.replaceAll('""', '"'));

/**
 * Without a spreadsheet's guards: an apostrophe is before each sign that could begin a formula, be it at the
 * beginning of the cell or after what may separate cells.
 * @param {string} text
 */
function bare(text) {
  let out = "";
  let begins = 2;
  let isFirst = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isLone = begins === 1 && ["", " "].includes(text.charAt(at + 1));
    const isSign = "=+-@\uFF1D\uFF0B\uFF0D\uFF20".includes(letter) && !isLone;
    const isGuarded = begins > 0 && (isSign || (isFirst && "\t\r\n".includes(letter)));
    if (isGuarded && out.endsWith("'")) out = out.slice(0, -1);
    out += letter;
    if (",;\t|:\r\n".includes(letter)) begins = 2;
    else if (letter === " ") begins = Math.max(begins, 1);
    else if (!/["'\s\p{C}]/u.test(letter)) begins = 0;
    isFirst &&= letter === "'";
  }
  return out;
}

/** @param {{ previousHash: string, hash: string }} entry @param {string} hashed */
const fits = ({ previousHash, hash }, hashed) =>
  createHash("sha256").update(`${previousHash}\n${hashed}`).digest("hex") === hash;

/**
 * @param {string} words
 * @returns {never}
 */
const fail = (words) => {
  console.error(words);
  process.exit(1);
};

const [path, expected] = process.argv.slice(2);
if (path === undefined) throw fail("Name the file: node scripts/verify-activity.mjs FILE [HASH]");

let isCsv = false;
let previous = "0".repeat(64);
let entries = 0;
let isExport = false;
const file = createReadStream(path, "utf8");
file.on("error", (error) => fail(`The file can't be read: ${error.message}`));
for await (const { number, text: line } of recordsOf(linesOf(file))) {
  if (number === 1) {
    isCsv = line.startsWith("\uFEFF");
    if (
      isCsv
        ? cellsOf(line.slice(1)).join() !== CSV_COLUMNS.join()
        : jsonOf(line)?.format !== "counterside-audit"
    )
      fail("This is not an exported activity file.");
    isExport = true;
    continue;
  }
  const cells = isCsv ? cellsOf(line) : null;
  const entry = isCsv ? Object.fromEntries(CSV_COLUMNS.map((name, at) => [name, cells?.[at]])) : jsonOf(line);
  /** @param {string} words */
  const wrong = (words) => fail(`Line ${number}: ${words}`);
  if (typeof entry !== "object" || entry === null) wrong("it is not an entry.");
  const shownAgain = cells?.map((cell) => `"${cell.replaceAll('"', '""')}"`).join() ?? JSON.stringify(entry);
  const isWhole = shownAgain === line && (cells === null || cells.length === CSV_COLUMNS.length);
  if (!isWhole) wrong("it holds more, or less, than an entry.");
  // Earlier versions guarded only the beginning of a cell.
  const hashed = !isCsv || fits(entry, entry.hashed) ? entry.hashed : bare(entry.hashed);
  const said = jsonOf(hashed);
  if (!Array.isArray(said)) wrong("what was hashed is not an entry.");
  const shown = [
    ...[entry.sequence, Date.parse(entry.time), entry.userId, entry.deviceId],
    ...[entry.action, entry.subject, entry.details],
  ];
  const differs = shown.findIndex(
    (value, at) =>
      String(value) !== String(said[at]) &&
      !(isCsv && [String(said[at]), bare(String(said[at]))].includes(bare(String(value)))),
  );
  if (differs !== -1) wrong(`${CSV_COLUMNS[differs]} is not what was hashed.`);
  const time = new Date(said[1]);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== entry.time)
    wrong("time is not written as it was.");
  if (said[0] !== entries + 1) wrong(`entry ${entries + 1} is missing.`);
  if (entry.previousHash !== previous) wrong("it does not follow the line before.");
  if (!fits(entry, hashed)) wrong("it does not say what its hash says.");
  previous = entry.hash;
  entries += 1;
}
// Every export has a first line that names it: an empty file is none.
if (!isExport) fail("This is not an exported activity file.");
if (expected !== undefined && expected.toLowerCase() !== previous)
  fail(`The chain is whole but ends with ${previous}, not with the hash that was expected.`);
console.log(`${entries} entries, an unbroken chain. The last hash is ${previous}.`);
