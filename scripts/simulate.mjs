/** `npm run simulate`: the engine against everything that can go wrong, under seeds that replay. */

import { range } from "./lib/checks/seeds.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { positive, readWords } from "./lib/words.mjs";

const help = `
Simulates counters: engine, practice service, clock, network, disk and process kills, all under one seed.
Without switches it runs 20 seeds; it ends with the first seed that fails, what was wrong, and how to see it again.

  npm run simulate -- [switches]

  --seed N          only this seed, with everything that happened in it
  --seeds A-B       these seeds, both included
  --hours H         simulated hours of faults for each seed; 6 where left out
  --life NAME       "dense" (where left out): as many faults as can be; "shop": a shop's bad month, with nights
  --merging         with a service that merges a repeated serial number
  --non-merging     with one that doesn't; where neither is said, odd seeds merge and even ones don't
  --plant NAME      with a bug on purpose, to see it found; "list" names them
  --keep-going      goes on after a seed that fails
  --help            this text`;

await runScript(async () => {
  const words = readWords(help, {
    seed: { type: "string" },
    seeds: { type: "string" },
    hours: { type: "string", default: "6" },
    life: { type: "string", default: "dense" },
    merging: { type: "boolean", default: false },
    "non-merging": { type: "boolean", default: false },
    plant: { type: "string" },
    "keep-going": { type: "boolean", default: false },
  });
  if (words === undefined) return 0;
  const { from, to } = range(words.seed, words.seeds);
  const hours = positive("hours", words.hours);
  if (words.merging && words["non-merging"])
    throw new Refusal("Choose --merging or --non-merging, not both.");
  await setUpToRunSources();
  const { simulate } = await import("../test/faults/simulator/simulation.ts");
  const { PLANT_NAMES, PLANTS } = await import("../test/faults/simulator/plants.ts");
  const { tellFailure } = await import("../test/faults/seeds.ts");
  const { LIVES } = await import("../test/faults/simulator/life.ts");
  const life = LIVES.find((name) => name === words.life);
  if (life === undefined) throw new Refusal(`--life takes ${LIVES.join(" or ")}, not "${words.life}".`);
  if (words.plant === "list") {
    for (const name of PLANT_NAMES) say(`${name.padEnd(20)} ${PLANTS[name].about}`);
    return 0;
  }
  const plant = PLANT_NAMES.find((name) => name === words.plant);
  if (words.plant !== undefined && plant === undefined)
    throw new Refusal(`There is no plant "${words.plant}"; --plant list names them.`);

  const started = Date.now();
  let saidAt = started;
  let steps = 0;
  /** @type {number[]} */
  const failed = [];
  /** @type {Record<string, number>} */
  const figures = {};
  for (let seed = from; seed <= to; seed += 1) {
    const merging = words.merging || (!words["non-merging"] && seed % 2 === 1);
    const report = await simulate({ seed, hours, merging, plant, life });
    steps += report.steps;
    for (const [name, count] of Object.entries(report.figures)) figures[name] = (figures[name] ?? 0) + count;
    if (from === to) for (const line of report.journal) say(line);
    if (report.problems.length > 0) {
      failed.push(seed);
      say(tellFailure(report, from === to ? 0 : 25));
      if (!words["keep-going"]) break;
    }
    if (Date.now() - saidAt > 5_000) {
      saidAt = Date.now();
      say(
        `  seed ${seed} of ${from}-${to}, ${steps} steps, ${failed.length} failed (${seconds(saidAt - started)})`,
      );
    }
  }
  say(
    Object.entries(figures)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
  );
  const ran = failed.length > 0 && !words["keep-going"] ? (failed[0] ?? to) - from + 1 : to - from + 1;
  say(
    `${ran} seeds of ${hours} simulated hours, ${steps} steps: ${failed.length === 0 ? "all held" : `${failed.length} failed (${failed.join(", ")})`} (${seconds(Date.now() - started)})`,
  );
  return failed.length > 0 ? 1 : 0;
});
