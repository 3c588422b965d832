/** `npm test`: every check in order, and a last screen that adds them up. */
import { closingLine, failed, lastScreen, sum } from "./lib/checks/counts.mjs";
import { stageOf, stages } from "./lib/checks/stages.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpElectron, setUpForTests, setUpPackages } from "./lib/set-up/set-up.mjs";
import { MissingPackages, NOTHING_MORE } from "./lib/set-up/system-libraries.mjs";
import { ensureDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

/** @typedef {import("./lib/checks/stages.mjs").Stage} Stage @typedef {import("./lib/checks/stages.mjs").StageContext} StageContext */

const names = stages.map((stage) => stage.name);

const help = `
Runs every check of Counterside. The last screen says what failed and how to run that alone, what was skipped and why,
and how many passed, failed and were skipped.

  npm test -- [switches]

  --only A,B         only these stages: ${names.join(", ")}
  --test FILE:LINE   only this test, or all of a file${electronHelp}`;

await runScript(async () => {
  const words = readWords(help, { ...electronSwitches, only: { type: "string" }, test: { type: "string" } });
  if (words === undefined) return 0;
  const chosen = choose(words.test === undefined ? words.only : stageOf(words.test));
  await setUpPackages();
  const due = stages.filter((stage) => chosen.includes(stage.name));
  const choices = { yes: words.yes, retryElectron: words["retry-electron"] };
  if (due.some(({ together }) => together !== "static")) await setUpForTests(choices);
  const context = {
    ...(words.test === undefined ? {} : { test: words.test }),
    ...(due.some((stage) => stage.needsElectron) ? await electronOf(choices) : {}),
  };
  // From here on the system is the tests' to read: nothing changes it under them.
  process.env[NOTHING_MORE] = "nothing is installed while tests run";

  const outcomes = [];
  for (const group of groupsOf(due))
    outcomes.push(...(await Promise.all(group.map((stage) => run(stage, context)))));
  const total = sum(outcomes);
  for (const line of ["", ...lastScreen(total)]) say(line);
  return total.failed > 0 ? 1 : 0;
});

/** Those that run at once. @param {Stage[]} due */
function groupsOf(due) {
  /** @type {Stage[][]} */
  const groups = [];
  for (const stage of due) {
    const last = groups.at(-1);
    const isWithLast = stage.together !== undefined && stage.together === last?.[0]?.together;
    if (isWithLast) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

/** @param {Stage} stage @param {StageContext} context */
async function run(stage, context) {
  if (stage.together !== "static") say(`\n== ${stage.title}`);
  const started = Date.now();
  const outcome = await stage.run(context).catch((error) => {
    say(error instanceof Refusal ? error.message : String(error.stack));
    return failed(stage.title, `--only ${stage.name}`);
  });
  say(`-- ${stage.title}: ${closingLine(outcome)} (${seconds(Date.now() - started)})`);
  return outcome;
}

/** What needs an Electron is skipped only where the system lacks what one runs on, or a display. @param {import("./lib/set-up/electron-runtime.mjs").ElectronChoices} choices */
async function electronOf(choices) {
  try {
    const runtime = await setUpElectron(choices);
    await ensureDisplay();
    return { runtime };
  } catch (error) {
    if (!(error instanceof MissingPackages)) throw error;
    return { noElectron: error.message };
  }
}

/** @param {string | undefined} only */
function choose(only) {
  if (only === undefined) return names;
  const chosen = only.split(",").map((name) => name.trim());
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refusal(`There is no stage "${unknown}": choose from ${names.join(", ")}.`);
  // The end-to-end tests run what was built.
  return chosen.includes("e2e") ? [...chosen, "build"] : chosen;
}
