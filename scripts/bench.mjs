/** `npm run bench`: measures, says the figures, and writes them to docs/BENCHMARKS.md. */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { benches, NOT_MEASURED } from "./bench/benches.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { writeFigures } from "./lib/checks/figures-in-docs.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { MissingPackages } from "./lib/set-up/system-libraries.mjs";
import { readWords } from "./lib/words.mjs";

const names = benches.map(({ name }) => name);
const longest = Math.max(...names.map(({ length }) => length));
const help = `
Measures Counterside and writes the figures to docs/BENCHMARKS.md. A run of all takes long: start it on a machine that does
nothing else. Each benchmark says how long it took, and its figures are written when it ends.

  npm run bench -- [switches]

  --quick      runs of a few seconds that show the benchmarks work; the figures are printed and not written down
  --only A,B   only these of the benchmarks below; the others' figures stay as they were
  --help       this text

Benchmarks:

${benches.map(({ name, about }) => `  ${name.padEnd(longest)}  ${about}`).join("\n")}`;

await runScript(async () => {
  const words = readWords(help, { quick: { type: "boolean", default: false }, only: { type: "string" } });
  if (words === undefined) return;
  const chosen = choose(words.only);
  await setUpToRunSources();
  const { textOf } = await import("../test/bench/figures.ts");
  for (const { name, needsBuild, measure } of chosen) {
    if (needsBuild) await ensureBuilt();
    say(`Measuring: ${name} ...`);
    const started = Date.now();
    const section = await measure(words.quick, say).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof MissingPackages)) throw error;
      say(`${NOT_MEASURED}${name}: ${error.message}`);
    });
    if (section === undefined) continue;
    const found = words.quick ? { ...section, verdict: "A quick run: its figures say nothing." } : section;
    say(`${textOf(found, true)}\n  (${seconds(Date.now() - started)})\n`);
    // Written as they come: a run of all takes long, and what was measured is kept if it is stopped.
    if (!words.quick)
      writeFigures("BENCHMARKS.md", name, `${textOf(found, false)}\n\n${circumstances(name)}`);
  }
  if (words.quick) say("A quick run: docs/BENCHMARKS.md stays as it was.");
});

/** @param {string | undefined} only */
function choose(only) {
  if (only === undefined) return benches;
  const asked = only.split(",").map((name) => name.trim());
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refusal(`There is no benchmark "${unknown}": choose from ${names.join(", ")}.`);
  return benches.filter(({ name }) => asked.includes(name));
}

/** What the figures depend on; the commit names every version. @param {string} name */
function circumstances(name) {
  const [cpu] = cpus();
  const git = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: inRoot(), encoding: "utf8" });
  const commit = git.status === 0 ? `, commit ${git.stdout.trim()}` : "";
  return `\`--only ${name}\`, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() || "unnamed processor"}${commit}.`;
}
