/** `npm test`: every check in order, and one closing line that adds them up. */
import { closingLine, none, sum } from "./lib/counts.mjs";
import { Refusal, runScript, say, seconds } from "./lib/say.mjs";
import { setUpElectron, setUpPackages } from "./lib/set-up.mjs";
import { stages } from "./lib/stages.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const names = stages.map((stage) => stage.name);

const help = `
Runs every check of Counterside. The last line says how many passed and failed.

  npm test -- [switches]

  --only A,B         only these stages: ${names.join(", ")}
${electronHelp}`;

await runScript(async () => {
  const words = readWords(help, { ...electronSwitches, only: { type: "string" } });
  if (words === undefined) return 0;
  const chosen = choose(words.only);
  await setUpPackages();
  const due = stages.filter((stage) => chosen.includes(stage.name));
  const choices = { yes: words.yes, retryElectron: words["retry-electron"] };
  const runtime = due.some((stage) => stage.needsElectron) ? await setUpElectron(choices) : undefined;

  const counts = [];
  for (const stage of due) {
    say(`\n== ${stage.title}`);
    const started = Date.now();
    const outcome = await stage.run({ runtime }).catch((error) => {
      say(error instanceof Refusal ? error.message : String(error.stack));
      return { ...none, failed: 1 };
    });
    counts.push(outcome);
    say(`-- ${stage.title}: ${closingLine(outcome)} (${seconds(Date.now() - started)})`);
  }
  const total = sum(counts);
  say(`\n${closingLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});

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
