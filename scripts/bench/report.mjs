/** docs/BENCHMARKS.md: a section for each benchmark between two marks; what was not measured stays as it was. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { inRoot } from "../lib/paths.mjs";

const report = inRoot("docs", "BENCHMARKS.md");
const opening = (/** @type {string} */ name) => `<!-- begin ${name} -->`;
const closing = (/** @type {string} */ name) => `<!-- end ${name} -->`;
const head =
  "# Benchmarks\n\nWritten by `npm run bench`, not by hand. A figure is the median over its runs.\n";

/**
 * Replaces the sections that were measured.
 * @param {readonly string[]} names all of them, in their order
 * @param {ReadonlyMap<string, string>} measured
 */
export function writeReport(names, measured) {
  const before = existsSync(report) ? readFileSync(report, "utf8") : "";
  const sections = names.map((name) => {
    const fresh = measured.get(name);
    const from = before.indexOf(opening(name));
    const to = before.indexOf(closing(name));
    const kept = from >= 0 && to > from ? before.slice(from + opening(name).length, to).trim() : null;
    const text = fresh === undefined ? kept : `${fresh}\n\n${circumstances(name)}`;
    return `${opening(name)}\n${text ?? `Not measured yet: \`npm run bench -- --only ${name}\`.`}\n${closing(name)}`;
  });
  writeFileSync(report, `${head}\n${sections.join("\n\n")}\n`);
}

/** Which state of the program was measured, in words; empty outside a checkout. */
function measuredCommit() {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], {
    cwd: inRoot(),
    encoding: "utf8",
  });
  return status === 0 ? ` Commit ${stdout.trim()}.` : "";
}

/** What the figures hang on. @param {string} name */
function circumstances(name) {
  /** @param {string} dependency */
  const version = (dependency) =>
    JSON.parse(readFileSync(inRoot("node_modules", dependency, "package.json"), "utf8")).version;
  const [cpu] = cpus();
  return (
    `Node ${process.versions.node}, better-sqlite3 ${version("better-sqlite3")}, zod ${version("zod")}, ` +
    `${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() || "unnamed processor"}. ` +
    `Command: \`npm run bench -- --only ${name}\`.${measuredCommit()}`
  );
}
