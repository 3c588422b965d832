/** `npm run profile`: runs a load of the engine under Node's own profiler and draws it as a flame graph. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stacksOf } from "./lib/cpu-profile.mjs";
import { drawFlameGraph } from "./lib/flame-graph.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Runs a load of the engine under Node's own profiler and draws where its processor time went, as a flame graph in SVG.
Native code (SQLite, system calls) counts under the function that called it; waiting for the network counts nowhere.

  npm run profile -- --what NAME [switches]

  --what NAME    post, drain, search or import: the engine's side of the benchmark of that name
  --out FILE     where the graph is written; docs/profiles/NAME.svg where left out
  --folder DIR   where the load's files are made and removed; the system's temporary folder where left out
  --help         this text`;

/** Microseconds between two looks. */
const EVERY = 100;

await runScript(async () => {
  const words = readWords(help, {
    what: { type: "string" },
    out: { type: "string" },
    folder: { type: "string" },
  });
  if (words === undefined) return;
  await setUpPackages();
  if (!process.features.typescript)
    throw new Refusal(
      `The profiles need a Node that runs TypeScript (22.18 or newer); this is ${process.version}.`,
    );
  const { LOADS } = await import("../test/bench/profile-loads.ts");
  const makers = new Map(Object.entries(LOADS));
  const make = makers.get(words.what ?? "");
  if (make === undefined) throw new Refusal(`Name a load after --what: ${[...makers.keys()].join(", ")}.`);

  const root = new URL("../", import.meta.url);
  const out = resolve(words.out ?? new URL(`docs/profiles/${words.what}.svg`, root).pathname);
  const folder = mkdtempSync(join(words.folder ?? tmpdir(), "counterside-profile-"));
  try {
    say(`Making ready: ${words.what} ...`);
    const load = await make(folder);
    try {
      say(`Watching: ${load.what} ...`);
      const stacks = stacksOf(await profileOf(load.run), root.href);
      const ms = stacks.reduce((sum, { weight }) => sum + weight, 0) / 1_000;
      const subtitle = `${load.what}; ${ms.toFixed(0)} ms outside of idling, Node ${process.versions.node}`;
      const svg = drawFlameGraph(stacks, { title: `npm run profile -- --what ${words.what}`, subtitle });
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, svg);
      say(`${out} (${(statSync(out).size / 1_000).toFixed(0)} kB)`);
    } finally {
      await load.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {() => Promise<void>} run */
async function profileOf(run) {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: EVERY });
    await session.post("Profiler.start");
    await run();
    return (await session.post("Profiler.stop")).profile;
  } finally {
    session.disconnect();
  }
}
