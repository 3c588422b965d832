/** `npm run profile`: runs a load of the engine under Node's own profiler. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Runs a load of the engine under Node's own profiler and writes where its processor time went as a .cpuprofile, which
speedscope, the developer tools of Chromium and VS Code draw as a flame graph. Native code (SQLite, system calls) counts
under the function that called it; waiting for the network is idle time.

  npm run profile -- --what NAME [switches]

  --what NAME    post, drain, search or import: the engine's side of the benchmark of that name
  --out FILE     where it is written; NAME.cpuprofile in this folder where left out
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

  const out = resolve(words.out ?? `${words.what}.cpuprofile`);
  const folder = mkdtempSync(join(words.folder ?? tmpdir(), "counterside-profile-"));
  try {
    say(`Making ready: ${words.what} ...`);
    const load = await make(folder);
    try {
      say(`Watching: ${load.what} ...`);
      const profile = await profileOf(load.run);
      mkdirSync(dirname(out), { recursive: true });
      writeFileSync(out, JSON.stringify(profile));
      say(out);
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
