/**
 * What each page and process may load before it works, as built: every budget is about a tenth above what was
 * measured when it was set. Raising one is a decision (docs/decisions/0021).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { Refusal } from "../say.mjs";

/** @typedef {{ name: string, entry: string, kind: "js" | "css", raw: number, gzip: number, files?: number }} Budget kilobytes of 1,000 bytes; files where each costs a start a millisecond */

/** @type {readonly Budget[]} */
export const budgets = [
  { name: "window, scripts", entry: "renderer/index.html", kind: "js", raw: 775, gzip: 237 },
  { name: "window, styles", entry: "renderer/index.html", kind: "css", raw: 152, gzip: 25.5 },
  { name: "print page, scripts", entry: "renderer/print/index.html", kind: "js", raw: 1_070, gzip: 332 },
  { name: "print page, styles", entry: "renderer/print/index.html", kind: "css", raw: 43, gzip: 10.4 },
  { name: "main process until the window opens", entry: "main/index.js", kind: "js", raw: 61, gzip: 22 },
  { name: "engine until it is ready", entry: "main/engine.js", kind: "js", raw: 940, gzip: 252, files: 10 },
  { name: "preload", entry: "preload/index.cjs", kind: "js", raw: 1.3, gzip: 0.7 },
];

const SCRIPT = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*${},\s]+\s*from\s*)?["'](\.[^"']+)["']/g;
const LINKED = /(?:src|href)="([^"]+\.(?:js|css))"/g;

/**
 * The files that an entry loads before it works: what a page's HTML names, and what scripts import in their first
 * lines; what is imported later isn't counted.
 * @param {string} out
 * @param {string} entry
 */
export function firstLoadOf(out, entry) {
  const found = new Set();
  const due = [entry];
  for (const file of due) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(join(out, file), "utf8");
    const named = [...text.matchAll(file.endsWith(".html") ? LINKED : SCRIPT)].map((match) => match[1] ?? "");
    if (!file.endsWith(".css")) due.push(...named.map((name) => normalize(join(dirname(file), name))));
  }
  return [...found];
}

/** @param {string} out @param {readonly Budget[]} [table] */
export function measureBundles(out, table = budgets) {
  return table.map((budget) => {
    const files = firstLoadOf(out, budget.entry).filter((file) =>
      budget.kind === "css" ? file.endsWith(".css") : /\.c?js$/.test(file),
    );
    if (files.length === 0)
      throw new Refusal(`${budget.entry} in ${out} loads no ${budget.kind}: build first.`);
    const contents = files.map((file) => readFileSync(join(out, file)));
    const sum = (/** @type {number[]} */ sizes) => sizes.reduce((total, size) => total + size, 0) / 1_000;
    return {
      budget,
      files: files.length,
      raw: sum(contents.map(({ length }) => length)),
      gzip: sum(contents.map((content) => gzipSync(content).length)),
    };
  });
}

/** Classes of Mantine's components that the built scripts name and no built style sheet has. @param {string} out @param {string} allStyles */
export function missingStyles(out, allStyles) {
  const folder = join(out, "renderer", "assets");
  if (!existsSync(folder)) throw new Refusal(`There is no ${folder}: build first.`);
  const textOf = (/** @type {string} */ end) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(end))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
  const styles = textOf(".css");
  const named = new Set(textOf(".js").match(/\bm_[0-9a-f]{5,8}\b/g));
  return [...named].filter((name) => allStyles.includes(`.${name}`) && !styles.includes(`.${name}`));
}

/** One line a budget, and what is wrong: nothing where every one is kept. @param {ReturnType<typeof measureBundles>} measured */
export function judgeBundles(measured) {
  const lines = measured.map(
    ({ budget, raw, gzip }) =>
      `  ${budget.name}: ${raw.toFixed(1)} of ${budget.raw} kB, gzip ${gzip.toFixed(1)} of ${budget.gzip} kB`,
  );
  const large = measured
    .filter(({ budget, raw, gzip }) => raw > budget.raw || gzip > budget.gzip)
    .map(
      ({ budget, raw, gzip }) =>
        `${budget.name} is ${raw.toFixed(1)} kB (gzip ${gzip.toFixed(1)} kB); its budget is ${budget.raw} kB (gzip ${budget.gzip} kB).`,
    );
  const many = measured
    .filter(({ budget, files }) => files > (budget.files ?? files))
    .map(({ budget, files }) => `${budget.name} is ${files} files; its budget is ${budget.files}.`);
  return { lines, wrong: [...large, ...many] };
}

/**
 * Checks a build: every budget, and that no style of a component that is used was left out.
 * @param {string} out
 * @param {string} allStyles Mantine's whole style sheet
 */
export function checkBundles(out, allStyles) {
  const { lines, wrong } = judgeBundles(measureBundles(out));
  const missing = missingStyles(out, allStyles).map(
    (name) =>
      `Mantine's class ${name} has no style in the build: add its component to renderer/theme/styles.ts.`,
  );
  return { lines, wrong: [...wrong, ...missing] };
}
