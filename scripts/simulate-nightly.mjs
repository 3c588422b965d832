/** `npm run simulate:nightly`: a shop's months under seed after seed, on every core, going on where it stopped. */
import { fork } from "node:child_process";
import { availableParallelism, homedir } from "node:os";
import { join, resolve } from "node:path";
import { writeFigures } from "./lib/checks/figures-in-docs.mjs";
import {
  appendLine,
  ledgerText,
  readLedger,
  totalsOf,
  treeVersion,
  YEAR_HOURS,
} from "./lib/checks/nightly-ledger.mjs";
import { inRoot, root } from "./lib/paths.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { positive, readWords } from "./lib/words.mjs";

const help = `
Runs simulated counters, each through days of a shop's bad month with its nights and Sundays (--life shop of
npm run simulate), until they add up to the years that were asked for. One line for each seed is kept in a state file;
the next run goes on from there, and refuses where the program has changed since.

  npm run simulate:nightly -- [switches]

  --years Y     counter-years in all, of 8,760 hours; 10 where left out
  --days D      days of each seed; 30 where left out
  --from N      the first seed; 1 where left out
  --jobs N      processes; as many as there are cores where left out
  --minutes M   begin no further seed after so long
  --state FILE  where the lines are kept; ${stateFile()} where left out
  --write       write the totals to docs/RELIABILITY.md
  --help        this text`;

const TELLS_EVERY_MS = 30_000;
/** A seed that fails adds nothing, so a run in which all fail would never end. */
const MOST_FAILURES = 10;

/** Not in the checkout: it outlives it. */
function stateFile() {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  const folder = XDG_STATE_HOME || LOCALAPPDATA || join(homedir(), ".local", "state");
  return join(folder, "counterside", "simulate-nightly.jsonl");
}

if (process.send !== undefined) await work();
else await runScript(main);

/** One process: runs the seeds that it is sent, one after the other. */
async function work() {
  const { simulate } = await import("../test/faults/simulator/simulation.ts");
  process.on("disconnect", () => process.exit());
  process.on("message", async (/** @type {{ seed: number, hours: number }} */ { seed, hours }) => {
    const before = process.cpuUsage();
    const { problems, steps, figures, ranHours, journal } = await simulate({
      seed,
      hours,
      merging: seed % 2 === 1,
      life: "shop",
    });
    const { user, system } = process.cpuUsage(before);
    process.send?.({
      seed,
      hours,
      ran: ranHours,
      steps,
      figures,
      problems,
      seconds: (user + system) / 1e6,
      last: journal.slice(-25),
    });
  });
  process.send?.("ready");
}

async function main() {
  const words = readWords(help, {
    years: { type: "string", default: "10" },
    days: { type: "string", default: "30" },
    from: { type: "string", default: "1" },
    jobs: { type: "string", default: String(availableParallelism()) },
    minutes: { type: "string", default: "Infinity" },
    state: { type: "string", default: stateFile() },
    write: { type: "boolean", default: false },
  });
  if (words === undefined) return 0;
  const years = positive("years", words.years);
  const days = positive("days", words.days);
  const from = positive("from", words.from);
  const jobs = positive("jobs", words.jobs);
  const until =
    words.minutes === "Infinity"
      ? Number.POSITIVE_INFINITY
      : Date.now() + positive("minutes", words.minutes) * 60_000;
  await setUpToRunSources();
  const state = resolve(words.state);
  const version = treeVersion(root);
  const lines = readLedger(state, version);
  say(
    `${state}: ${lines.size} seeds of this tree (${version}), ${(totalsOf(lines.values()).hours / YEAR_HOURS).toFixed(2)} counter-years.`,
  );
  await runSeeds({
    state,
    version,
    lines,
    years,
    hours: days * 24,
    from: Math.floor(from),
    jobs: Math.floor(jobs),
    until,
  });
  if (treeVersion(root) !== version)
    throw new Refusal(
      "The tree was changed during the run: which part of it was run on which can't be said.",
    );
  const totals = totalsOf(lines.values());
  const text = ledgerText(totals, {
    version,
    command: `npm run simulate:nightly -- --years ${years} --days ${days} --write`,
  });
  say(`\n${text}`);
  if (words.write) writeFigures("RELIABILITY.md", "counter-years", text);
  return totals.failed.length > 0 ? 1 : 0;
}

/**
 * @param {{ state: string, version: string, lines: Map<number, import("./lib/checks/nightly-ledger.mjs").Line>, years: number,
 *   hours: number, from: number, jobs: number, until: number }} run
 */
async function runSeeds({ state, version, lines, years, hours, from, jobs, until }) {
  const started = Date.now();
  const before = totalsOf(lines.values()).hours;
  let saidAt = started;
  let next = from;
  /** Hours that are done or under way; a seed that fails counts for none. */
  let asked = before;
  /** Of this run. */
  let failures = 0;
  /** @returns {number | null} */
  const take = () => {
    while (lines.has(next)) next += 1;
    if (asked >= years * YEAR_HOURS || Date.now() >= until || failures >= MOST_FAILURES) return null;
    asked += hours;
    next += 1;
    return next - 1;
  };
  const one = () =>
    new Promise((done, failed) => {
      const child = fork(inRoot("scripts", "simulate-nightly.mjs"), {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      const give = () => {
        const seed = take();
        if (seed !== null) return void child.send({ seed, hours });
        child.disconnect();
      };
      child.on("message", (/** @type {any} */ message) => {
        if (message !== "ready") {
          const { last, ...rest } = message;
          const result = rest.problems.length === 0 ? "held" : "failed";
          const line = { ...rest, version, result };
          if (result === "failed") {
            asked -= hours;
            failures += 1;
            for (const text of [`seed ${rest.seed} failed:`, ...rest.problems.slice(0, 5), ...last])
              say(`  ${text}`);
            say(`  again: npm run simulate -- --seed ${rest.seed} --hours ${hours} --life shop`);
          }
          lines.set(rest.seed, line);
          appendLine(state, line);
          if (Date.now() - saidAt > TELLS_EVERY_MS) {
            saidAt = Date.now();
            const { hours: all, failed } = totalsOf(lines.values());
            const rate = (all - before) / ((saidAt - started) / 1_000);
            const left = Math.max(0, years * YEAR_HOURS - all) / rate;
            say(
              `  ${(all / YEAR_HOURS).toFixed(2)} of ${years} counter-years, ${failed.length} seeds failed, ${rate.toFixed(1)} counter-hours a second, ${Math.ceil(left / 60)} minutes left (${seconds(saidAt - started)})`,
            );
          }
        }
        give();
      });
      child.on("error", failed);
      child.on("exit", (code) =>
        code === 0 ? done(undefined) : failed(new Error(`a process of the run ended with ${code}`)),
      );
    });
  await Promise.all(Array.from({ length: jobs }, one));
}
