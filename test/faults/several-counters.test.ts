/** Counters with one folder of backups, or one shop folder: nothing is lost, mixed up or sent twice, and bugs that would do so are found. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PLANT_NAMES, PLANTS } from "./several-counters/plants.ts";
import { CHAIN_PLANT_NAMES, CHAIN_PLANTS } from "./taken-over/plants.ts";

const script = fileURLToPath(new URL("../../scripts/simulate-counters.mjs", import.meta.url));

/** In a separate process: a bug is planted before the engine is loaded. */
const run = (...args: string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args]);
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });

it("two counters that share a folder of backups hold through three seeds of damage, switches and kills", {
  timeout: 300_000,
}, async () => {
  const { code, output } = await run("--seeds", "1-3");
  expect(code, output).toBe(0);
});

describe.each(PLANT_NAMES)("%s", (name) => {
  it(`is found: ${PLANTS[name].about}`, { timeout: 600_000 }, async () => {
    const { begins } = PLANTS[name];
    const { code, output } = await run("--plant", name, "--seeds", `${begins}-${begins + 30}`);
    expect(code, output).toBe(0);
  });
});

it("computers that take each other's place behind fences send nothing twice and lose nothing, through six seeds", {
  timeout: 600_000,
}, async () => {
  const { code, output } = await run("--shop-folder", "--seeds", "6-11", "--steps", "12");
  expect(code, output).toBe(0);
});

describe.each(CHAIN_PLANT_NAMES)("%s, in taking over", (name) => {
  it(`is found: ${CHAIN_PLANTS[name].about}`, { timeout: 600_000 }, async () => {
    const { begins } = CHAIN_PLANTS[name];
    const seeds = `${begins}-${begins + 30}`;
    const { code, output } = await run("--shop-folder", "--plant", name, "--seeds", seeds, "--steps", "12");
    expect(code, output).toBe(0);
  });
});
