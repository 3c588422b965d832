/** `npm run windows`: the engine's tests on Windows' own Node, under Wine where this is no Windows. */
import { lastScreen } from "./lib/checks/counts.mjs";
import { writeFigures } from "./lib/checks/figures-in-docs.mjs";
import { runOnWindows } from "./lib/checks/windows-run.mjs";
import { runScript, say } from "./lib/say.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { windowsInWords } from "./lib/set-up/windows-node.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Runs the engine's tests of files, locks, backups, recovery, attached files, imports and the headless engine on Windows' own
Node. The engine is killed sixty times while it works, an entry of each kind goes into the practice books (a return, a
voucher change, an undelete of each list), and what only Windows has is tested: its names, its paths, and files that another
program holds. On Linux that Node runs in Wine, which is installed if you are root or sudo asks for no password; on Windows
it is the Node that runs this script. All of it takes about 22 minutes on two processors.

  npm run windows -- [switches]

  --quick        only the part that npm test runs, in two minutes at most
  --test FILE    only this test file: its path from the repository's folder
  --write        write the counts to docs/RELIABILITY.md
  --help         this text`;

await runScript(async () => {
  const words = readWords(help, {
    quick: { type: "boolean", default: false },
    test: { type: "string" },
    write: { type: "boolean", default: false },
  });
  if (words === undefined) return 0;
  await setUpToRunSources();
  const set = words.quick ? "quick" : "whole";
  const started = Date.now();
  const outcome = await runOnWindows(set, words.test === undefined ? [] : [words.test]);
  for (const line of ["", ...lastScreen(outcome)]) say(line);
  if (words.write)
    writeFigures("RELIABILITY.md", "windows", await textOf(outcome, Date.now() - started, words.quick));
  return outcome.failed > 0 ? 1 : 0;
});

/** @param {import("./lib/checks/counts.mjs").Outcome} outcome @param {number} ms @param {boolean} isQuick */
async function textOf({ passed, failed, skips }, ms, isQuick) {
  const reasons = [...new Set(skips.map(({ reason }) => reason))].sort();
  const count = (/** @type {string} */ of) => skips.filter(({ reason }) => reason === of).length;
  return [
    "| | |",
    "|---|---:|",
    `| tests that passed | ${passed} |`,
    `| tests that failed | ${failed} |`,
    ...reasons.map((reason) => `| left out: ${reason} | ${count(reason)} |`),
    "",
    `${Math.round(ms / 1_000)} s, ${await windowsInWords()}. Command: \`npm run windows -- ${isQuick ? "--quick " : ""}--write\`.`,
  ].join("\n");
}
