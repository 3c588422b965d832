/** What `simulate:nightly` keeps of its runs: one line of JSON for each seed, and what they add up to. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { Refusal } from "../say.mjs";

/** What a result depends on: the engine, what it shares with the rest, the service's rules, and the simulator. */
const MATTERS = ["main/engine", "main/lib", "contract", "main/practice", "test/faults/simulator"];

const line = z.object({
  seed: z.number().int().nonnegative(),
  /** Simulated, nights and Sundays included. */
  hours: z.number().positive(),
  /** Of them, while the program ran. */
  ran: z.number().nonnegative(),
  steps: z.number().int().nonnegative(),
  /** Of the processor. */
  seconds: z.number().nonnegative(),
  version: z.string(),
  result: z.enum(["held", "failed"]),
  problems: z.array(z.string()),
  figures: z.record(z.string(), z.number()),
});
/** @typedef {z.infer<typeof line>} Line */

/** The hash of every file that a result depends on, as it lies there. @param {string} root */
export function treeVersion(root) {
  const hash = createHash("sha256");
  for (const folder of MATTERS) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files)
      hash
        .update(`${relative(root, file).replaceAll("\\", "/")}\n`)
        .update(readFileSync(file))
        .update("\n");
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * The seeds that were run, each once; a last line that a kill cut off is left out. Throws a Refusal where one of them
 * was run on another tree: what another program did adds nothing to what this one does.
 * @param {string} path @param {string} version
 * @returns {Map<number, Line>}
 */
export function readLedger(path, version) {
  /** @type {Map<number, Line>} */
  const found = new Map();
  if (!existsSync(path)) return found;
  const kept = readFileSync(path, "utf8");
  const whole = kept.slice(0, kept.lastIndexOf("\n") + 1);
  // Else the next line would be written behind its rest.
  if (whole !== kept) truncateSync(path, Buffer.byteLength(whole));
  const texts = whole.split("\n");
  for (const [index, text] of texts.entries()) {
    if (text === "") continue;
    const read = parsed(text);
    if (read === null) throw new Refusal(`Line ${index + 1} of ${path} is no result of a seed.`);
    if (read.version !== version)
      throw new Refusal(
        `${path} holds seeds of another tree (${read.version}; this one is ${version}), and they can't be added up. Name another file with --state, or remove this one.`,
      );
    found.set(read.seed, read);
  }
  return found;
}

/** @param {string} text */
function parsed(text) {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    // The caller says so.
    return null;
  }
}

/** @param {string} path @param {Line} one */
export function appendLine(path, one) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(one)}\n`);
}

/** What the seeds add up to. Only those that held count as hours. @param {Iterable<Line>} lines */
export function totalsOf(lines) {
  const all = [...lines].sort((one, other) => one.seed - other.seed);
  const held = all.filter(({ result }) => result === "held");
  /** @type {Record<string, number>} */
  const figures = {};
  for (const one of held)
    for (const [name, count] of Object.entries(one.figures)) figures[name] = (figures[name] ?? 0) + count;
  /** @param {(one: Line) => number} of */
  const sum = (of) => held.reduce((total, one) => total + of(one), 0);
  return {
    seeds: held.length,
    seedsSaid: spansOf(held.map(({ seed }) => seed)),
    failed: all.filter(({ result }) => result === "failed").map(({ seed }) => seed),
    hours: sum(({ hours }) => hours),
    ran: sum(({ ran }) => ran),
    steps: sum(({ steps }) => steps),
    seconds: sum(({ seconds }) => seconds),
    figures,
  };
}

/** "1-4, 7". @param {readonly number[]} seeds in order */
function spansOf(seeds) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const seed of seeds) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === seed - 1) last[1] = seed;
    else spans.push([seed, seed]);
  }
  return spans.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

/** Hours of a year of 365 days. */
export const YEAR_HOURS = 8_760;

/** @param {ReturnType<typeof totalsOf>} totals @param {{ version: string, command: string }} of */
export function ledgerText(totals, { version, command }) {
  /** @param {number} n */
  const whole = (n) => Math.round(n).toLocaleString("en");
  /** @param {...string} names */
  const of = (...names) => whole(names.reduce((sum, name) => sum + (totals.figures[name] ?? 0), 0));
  const faults = ["down", "bad", "failing", "refusing", "odd", "mixed", "outage", "proxy"];
  return [
    "| | |",
    "|---|---:|",
    `| counter-years without a failure, of 8,760 hours, nights and Sundays included | ${(totals.hours / YEAR_HOURS).toFixed(2)} |`,
    `| in hours | ${whole(totals.hours)} |`,
    `| of them with the program running | ${whole(totals.ran)} |`,
    `| seeds that passed | ${whole(totals.seeds)} |`,
    `| seeds that failed | ${totals.failed.length === 0 ? "0" : `${totals.failed.length} (${totals.failed.join(", ")})`} |`,
    `| steps | ${whole(totals.steps)} |`,
    `| entries acknowledged | ${of("acknowledged")} |`,
    `| requests | ${of("requests")} |`,
    `| kills and power cuts | ${of("kill", "power_cut")} |`,
    `| periods in which the network or the service failed | ${of(...faults)} |`,
    `| jumps of the clock | ${of("clock jump")} |`,
    `| full disks, locked files | ${of("full disk", "locked file")} |`,
    "",
    `Seeds ${totals.seedsSaid}; ${(totals.seconds / 3_600).toFixed(1)} h of one processor, Node ${process.versions.node}, ${process.platform}. The hash of ${MATTERS.map((folder) => `\`${folder}\``).join(", ")} is \`${version}\`. Command: \`${command}\`.`,
  ].join("\n");
}
