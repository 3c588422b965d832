/** `npm run simulate:counters`: several whole counters with one folder of backups, under seeds. */

import { range } from "./lib/checks/seeds.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Simulates two counters that share a folder of backups: whole engines over real files, whose connections are switched
and whose files are damaged, removed and swapped while postings are under way; or, with --shop-folder, computers that take
each other's place behind fences while folder and service are away and computers sleep, die and are started again. What is
done is drawn from the seed; how long the system takes for its files isn't, so a seed may differ a little from run to run.

  npm run simulate:counters -- [switches]

  --seed N          only this seed, with everything that happened in it
  --seeds A-B       these seeds, both included; 1-10 where left out
  --steps N         how many things are done in each; 60 where left out
  --shop-folder     computers that take each other's place
  --plant NAME      with a bug on purpose in the engine, until a seed finds it; "list" names them
  --help            this text`;

await runScript(async () => {
  const words = readWords(help, {
    seed: { type: "string" },
    seeds: { type: "string", default: "1-10" },
    steps: { type: "string", default: "60" },
    plant: { type: "string" },
    "shop-folder": { type: "boolean", default: false },
  });
  if (words === undefined) return 0;
  const { from, to } = range(words.seed, words.seeds);
  const steps = Number(words.steps);
  if (!Number.isInteger(steps) || steps < 1)
    throw new Refusal(`--steps takes a whole number above 0, not "${words.steps}".`);
  await setUpPackages();
  const { PLANTS, plant } = await import("../test/faults/several-counters/plants.ts");
  const { CHAIN_PLANTS } = await import("../test/faults/taken-over/plants.ts");
  const isChain = words["shop-folder"] === true;
  /** @type {Record<string, import("../test/faults/several-counters/plants.ts").Plant>} */
  const plants = isChain ? CHAIN_PLANTS : PLANTS;
  if (words.plant === "list") {
    for (const [name, { about }] of Object.entries(plants)) say(`${name.padEnd(30)} ${about}`);
    return 0;
  }
  const planted = words.plant === undefined ? undefined : plants[words.plant];
  if (words.plant !== undefined && planted === undefined)
    throw new Refusal(`There is no plant "${words.plant}"; --plant list names them.`);
  // Before the engine is loaded.
  if (planted !== undefined) plant(planted);
  const simulate = isChain
    ? (await import("../test/faults/taken-over/chain.ts")).simulateChain
    : (await import("../test/faults/several-counters/shop.ts")).simulateShop;

  const started = Date.now();
  /** @type {Record<string, number>} */
  const figures = {};
  for (let seed = from; seed <= to; seed += 1) {
    const report = await simulate(seed, steps);
    for (const [name, count] of Object.entries(report.done)) figures[name] = (figures[name] ?? 0) + count;
    if (from === to) for (const line of report.journal) say(line);
    if (report.problems.length > 0) {
      say(`seed ${seed}, step ${report.steps}:`);
      for (const problem of report.problems.slice(0, 10)) say(`  ${problem}`);
      if (from !== to) for (const line of report.journal.slice(-15)) say(`    ${line}`);
      const isFound =
        planted !== undefined && report.problems.some((problem) => planted.foundBy.test(problem));
      if (planted === undefined) {
        say(
          `again: npm run simulate:counters -- ${isChain ? "--shop-folder " : ""}--seed ${seed} --steps ${steps}`,
        );
        return 1;
      }
      if (isFound) {
        say(`found: ${words.plant}, by seed ${seed} (${seconds(Date.now() - started)})`);
        return 0;
      }
    } else say(`  seed ${seed} of ${from}-${to} held (${seconds(Date.now() - started)})`);
  }
  say(
    Object.entries(figures)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
  );
  if (planted !== undefined) {
    say(`not found: ${words.plant}, in ${to - from + 1} seeds (${seconds(Date.now() - started)})`);
    return 1;
  }
  say(`${to - from + 1} seeds of ${steps} steps: all held (${seconds(Date.now() - started)})`);
  return 0;
});
