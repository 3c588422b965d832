/** `npm run bench`: measures, says the figures, and writes them to docs/BENCHMARKS.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { built, ensureBuilt } from "./lib/build.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const names = ["post", "drain", "import", "open", "memory", "window", "grid"];
const help = `
Measures Counterside and writes the figures to docs/BENCHMARKS.md.

  npm run bench -- [switches]

  --quick      fewer and shorter runs; the figures are said and not written down
  --only A,B   only these: ${names.join(", ")}; the others' figures stay as they were
  --help       this text`;

const report = inRoot("docs", "BENCHMARKS.md");
const opening = (/** @type {string} */ name) => `<!-- begin ${name} -->`;
const closing = (/** @type {string} */ name) => `<!-- end ${name} -->`;

await runScript(async () => {
  const words = readWords(help, { quick: { type: "boolean", default: false }, only: { type: "string" } });
  if (words === undefined) return;
  const chosen = choose(words.only);
  await setUpPackages();
  if (!process.features.typescript)
    throw new Refusal(
      `The benchmarks need a Node that runs TypeScript (22.18 or newer); this is ${process.version}.`,
    );
  const sizes = words.quick
    ? { runs: 3, posts: 200, memoryRuns: 1, windowRuns: 2 }
    : { runs: 7, posts: 1_000, memoryRuns: 5, windowRuns: 5 };
  /** @type {[string, string][]} */
  const measured = [];
  for (const name of chosen) {
    say(`Measuring: ${name} ...`);
    const started = Date.now();
    const text = await measure(name, sizes);
    measured.push([name, text]);
    say(`${text}\n  (${seconds(Date.now() - started)})\n`);
  }
  if (words.quick) return say("A quick run: docs/BENCHMARKS.md stays as it was.");
  write(measured);
  say("Written to docs/BENCHMARKS.md.");
});

/** @param {string | undefined} only */
function choose(only) {
  if (only === undefined) return names;
  const chosen = only.split(",").map((name) => name.trim());
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refusal(`There is no benchmark "${unknown}": choose from ${names.join(", ")}.`);
  return chosen;
}

/**
 * @param {string} name
 * @param {{ runs: number, posts: number, memoryRuns: number, windowRuns: number }} sizes
 */
async function measure(name, { runs, posts, memoryRuns, windowRuns }) {
  const { textOf } = await import("../test/bench/figures.ts");
  switch (name) {
    case "post": {
      const { measurePost } = await import("../test/bench/post.ts");
      return textOf(await measurePost({ runs, posts }, say));
    }
    case "import": {
      const { measureImport } = await import("../test/bench/import.ts");
      return textOf(await measureImport({ runs: Math.min(runs, 3), rows: runs > 3 ? 200_000 : 50_000 }, say));
    }
    case "open": {
      const { measureOpen } = await import("../test/bench/open.ts");
      return textOf(await measureOpen({ runs: Math.min(runs, 5), entries: runs > 3 ? 100_000 : 1_000 }, say));
    }
    case "drain": {
      const { measureDrain } = await import("../test/bench/drain.ts");
      return textOf(await measureDrain({ runs: Math.min(runs, 5), entries: runs > 3 ? 10_000 : 500 }, say));
    }
    case "memory": {
      await ensureBuilt();
      const { measureMemory } = await import("../test/bench/memory.ts");
      return textOf(await measureMemory({ runs: memoryRuns, posts: 1_000, headless: built.headless }, say));
    }
    case "grid": {
      await ensureBuilt();
      const { measureGridSection } = await import("../test/bench/grid-section.ts");
      const quick = runs <= 3;
      return textOf(await measureGridSection({ runs: quick ? 1 : 3, lines: 1_000, keys: quick ? 100 : 300 }));
    }
    default: {
      await ensureBuilt();
      const { measureWindowSection } = await import("../test/bench/window-section.ts");
      return textOf(await measureWindowSection({ runs: windowRuns }));
    }
  }
}

/** Replaces the sections that were measured; the others stay. @param {[string, string][]} measured */
function write(measured) {
  const before = existsSync(report) ? readFileSync(report, "utf8") : "";
  const sections = names.map((name) => {
    const fresh = measured.find(([of]) => of === name)?.[1];
    const from = before.indexOf(opening(name));
    const to = before.indexOf(closing(name));
    const kept = from >= 0 && to > from ? before.slice(from + opening(name).length, to).trim() : null;
    const text = fresh === undefined ? kept : `${fresh}\n\n${circumstances(name)}`;
    return `${opening(name)}\n${text ?? `Not measured yet: \`npm run bench -- --only ${name}\`.`}\n${closing(name)}`;
  });
  const head =
    "# Benchmarks\n\nWritten by `npm run bench`; nothing here is typed by hand. A figure is the median over its runs.\n";
  writeFileSync(report, `${head}\n${sections.join("\n\n")}\n`);
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
    `Command: \`npm run bench -- --only ${name}\`.`
  );
}
