/** What failed by chance can be looked at again: by its seed with all inputs, by seed and path with the one that failed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../scripts/lib/run-command.mjs";
import { newFolder } from "../helpers/engine.ts";
import { readReplay } from "../helpers/fuzz-seed.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const inModules = (...names: string[]): string => join(ROOT, "node_modules", ...names);
const SAID = /failed after (\d+) tests\s+\{ seed: (-?\d+), path: "([\d:]+)".*\s+Counterexample: (.+)/;

/** Runs a planted property that many numbers fail, each differently, and gives what was said of it. */
async function runPlanted(wanted: string | null): Promise<(string | undefined)[]> {
  const folder = newFolder();
  const setup = JSON.stringify(join(ROOT, "test", "helpers", "after-each-file.ts"));
  writeFileSync(join(folder, "vitest.config.mjs"), `export default { test: { setupFiles: [${setup}] } };`);
  writeFileSync(
    join(folder, "planted.test.js"),
    `import fc from ${JSON.stringify(inModules("fast-check", "lib", "fast-check.js"))};
    it("planted", () => fc.assert(fc.property(fc.nat(), (number) => number % 1_000 < 900)));`,
  );
  const { COUNTERSIDE_FUZZ_SEED: _, ...env } = process.env;
  const { output } = await runCommand(
    process.execPath,
    [inModules("vitest", "vitest.mjs"), "run", "--globals", "--root", folder],
    { env: wanted === null ? env : { ...env, COUNTERSIDE_FUZZ_SEED: wanted } },
  );
  const said = SAID.exec(output);
  expect(said, output).not.toBeNull();
  return [...(said ?? [])].slice(1);
}

it("a property that fails names seed and path, and fails again by them alone", async () => {
  const first = await runPlanted(null);
  const [, seed, path, counterexample] = first;
  expect(await runPlanted(`${seed}`)).toEqual(first);
  expect(await runPlanted(`${seed}:${path}`)).toEqual(["1", seed, path, counterexample]);
  expect((await runPlanted(`${Number(seed) + 1}`)).slice(0, 2)).not.toEqual(first.slice(0, 2));
}, 120_000);

it("a seed that is none is refused before a test runs with another one", () => {
  expect(readReplay(undefined)).toBeNull();
  expect(readReplay("-12")).toEqual({ seed: -12 });
  expect(readReplay("-12:3:0")).toEqual({ seed: -12, path: "3:0" });
  for (const wrong of ["", "seven", "7:", "7:x", "7 "])
    expect(() => readReplay(wrong)).toThrow(/COUNTERSIDE_FUZZ_SEED is SEED/);
});
