/** `npm run crash-states`: lays out what a power cut may leave of the engine's work, opens each, and says what is wrong. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wholeNumber, writeFigures } from "./lib/checks/figures-in-docs.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Records the system calls of the headless engine while it posts returns, writes answers, imports, makes and loads a
backup, and brings a file back; works out the states of its folder that a power cut may leave at any moment (writes and names that were not
synced may be missing in any combination, a write cut off at a sector), and opens each with the real engine: every
acknowledged posting is there, nothing would be sent twice, the file and the activity's chain are whole. Needs strace.

  npm run crash-states -- [switches]

  --states N    about how many states are opened for each of the six records (2000)
  --postings N  returns that are posted and answered (4)
  --rows N      rows that are imported (2500)
  --random N    ways at random for each moment, beside the plain ones (20)
  --seed N      which ones (1)
  --write       write the figures to docs/RELIABILITY.md
  --help        this text`;

/** What was recorded, by its name. @type {Readonly<Record<string, string>>} */
const WORK = {
  counter: "postings, answers, import, backup",
  restored: "a backup put in place",
  "restored-over": "a backup put over a connection without entries",
  damaged: "a damaged file recovered",
  "rolled-back": "an older copy of the folder detected and recovered",
  moved: "a file moved away while open, put back",
};

await runScript(async () => {
  const words = readWords(help, {
    states: { type: "string", default: "2000" },
    postings: { type: "string", default: "4" },
    rows: { type: "string", default: "2500" },
    random: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  });
  if (words === undefined) return;
  const choices = {
    states: wholeNumber("states", words.states),
    postings: wholeNumber("postings", words.postings),
    rows: wholeNumber("rows", words.rows),
    random: wholeNumber("random", words.random),
    seed: wholeNumber("seed", words.seed),
  };
  await setUpPackages();
  const { unfitness } = await import("../test/faults/crash-states/record.ts");
  const why = await unfitness();
  if (why !== null) throw new Refusal(`Nothing can be recorded: ${why}.`);
  const { crashStates } = await import("../test/faults/crash-states/campaign.ts");
  const { startPracticeService } = await import("../main/practice/service.ts");
  const folder = mkdtempSync(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "counterside-crash-states-"),
  );
  const startedAt = performance.now();
  try {
    const service = await startPracticeService({ port: 0, folder: join(folder, "books") });
    const found = await crashStates(choices, folder, service).finally(() => service.close());
    for (const { name, wrong } of found)
      for (const { at, choice, wrong: words } of wrong)
        say(`${name}, after ${at} steps, ${choice}: ${words.join("; ")}`);
    const text = textOf(found, choices, (performance.now() - startedAt) / 1_000);
    say(`\n${text}`);
    if (words.write) writeFigures("RELIABILITY.md", "crash states", text);
    return found.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {import("../test/faults/crash-states/campaign.ts").CrashFigures[]} found
 * @param {import("../test/faults/crash-states/campaign.ts").CrashChoices} choices
 * @param {number} seconds
 */
function textOf(found, choices, seconds) {
  /** @param {(figures: import("../test/faults/crash-states/campaign.ts").CrashFigures) => string | number} value */
  const cells = (value) => found.map((figures) => ` ${value(figures)} |`).join("");
  return [
    `| |${cells(({ name }) => WORK[name] ?? name)}`,
    `|---|${"---:|".repeat(found.length)}`,
    `| recorded operations |${cells(({ operations }) => operations)}`,
    `| possible combinations of lost writes, over all moments |${cells(({ possible }) => `about 10^${String(possible).length - 1}`)}`,
    `| of them tried, plain or random |${cells(({ tried }) => tried)}`,
    `| of these opened, each state once |${cells(({ opened }) => opened)}`,
    `| files that had to be recovered |${cells(({ recovered }) => recovered)}`,
    `| states that break a promise |${cells(({ wrong }) => wrong.length)}`,
    "",
    `Seed ${choices.seed}, ${Math.round(seconds)} s, Node ${process.versions.node}, ${process.platform}. Command: ` +
      `\`npm run crash-states -- --states ${choices.states} --postings ${choices.postings} --rows ${choices.rows} ` +
      `--random ${choices.random} --seed ${choices.seed} --write\`.`,
  ].join("\n");
}
