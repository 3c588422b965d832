/** `npm run process-kills`: kills engine and app again and again while they work, and says what was lost: nothing, or where. */
import { cpus } from "node:os";
import { ensureBuilt } from "./lib/build.mjs";
import { wholeNumber, writeFigures } from "./lib/checks/figures-in-docs.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { electronRuntime, foundRuntime } from "./lib/set-up/electron-runtime.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { hasDisplay, startXvfb } from "./lib/set-up/xvfb.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Kills the headless engine, the engine inside the app, and the app (SIGKILL) at seeded moments while purchase returns
are posted and sent over HTTP to a stand-in service on this computer that merges no repeat. After each kill the
database's integrity is checked and every acknowledged posting looked for; at the end all stand in the books once.

  npm run process-kills -- [switches]

  --kills N      how many kills (300)
  --app-kills N  how many of them hit the app and the engine inside it, in pairs (40)
  --posts N      how many postings are acknowledged in all (5000)
  --seed N       which moments (1)
  --minutes N    begin no further life after so many minutes, and say how many were killed (120)
  --write        write the figures to docs/RELIABILITY.md
  --help         this text`;

await runScript(async () => {
  const words = readWords(help, {
    kills: { type: "string", default: "300" },
    "app-kills": { type: "string", default: "40" },
    posts: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "120" },
    write: { type: "boolean", default: false },
  });
  if (words === undefined) return;
  const choices = {
    seed: wholeNumber("seed", words.seed),
    kills: wholeNumber("kills", words.kills),
    appKills: wholeNumber("app-kills", words["app-kills"]),
    posts: wholeNumber("posts", words.posts),
    withinMs: wholeNumber("minutes", words.minutes) * 60_000,
  };
  await setUpToRunSources();
  if (choices.appKills > 0 && process.platform !== "linux")
    throw new Refusal("Kills of the app are counted on Linux only: add --app-kills 0.");
  await ensureBuilt();
  // Looked for once: each app that is opened would look, and say what was found, anew.
  if (choices.appKills > 0) Object.assign(process.env, foundRuntime(await electronRuntime({ yes: true })));
  const display = choices.appKills === 0 || hasDisplay() ? null : await startXvfb();
  if (display !== null) process.env.DISPLAY = display.display;
  try {
    const { campaign } = await import("../test/process-kills/campaign.ts");
    say(`${choices.kills} kills while ${choices.posts} returns are posted, seed ${choices.seed} ...`);
    const text = textOf(await campaign(choices, say));
    say(`\n${text}`);
    if (words.write) writeFigures("RELIABILITY.md", "process-kills", text);
  } finally {
    await display?.stop();
  }
});

/** @param {import("../test/process-kills/campaign.ts").CampaignFigures} figures */
function textOf(figures) {
  const { killed } = figures;
  return [
    `| | |`,
    `|---|---:|`,
    `| kills of the headless engine | ${killed.engine} |`,
    `| kills of the engine inside the app | ${killed.engineInApp} |`,
    `| kills of the whole app | ${killed.app} |`,
    `| integrity checks that found nothing wrong | ${figures.integrityChecks} |`,
    `| postings acknowledged | ${figures.acknowledged} |`,
    `| of them lost | ${figures.lost} |`,
    `| kept without an acknowledgement | ${figures.unansweredButKept} |`,
    `| entries in flight at a kill | ${figures.hitInFlight} |`,
    `| certainly not sent, and sent automatically | ${figures.leftUnsent} |`,
    `| unknown, found in the books and recorded by hand | ${figures.marked} |`,
    `| unknown, not in the books and resent | ${figures.resent} |`,
    `| requests that reached the service | ${figures.requests} |`,
    `| returns in the service's books, each once | ${figures.inBooks} |`,
    "",
    ...(figures.cutShort
      ? [`Its time was over after ${figures.integrityChecks} of ${figures.kills} kills.`, ""]
      : []),
    `Seed ${figures.seed}, ${Math.round(figures.seconds)} s, Node ${process.versions.node}, ${process.platform}, ` +
      `${cpus().length} processors. Command: \`npm run process-kills -- --kills ${figures.kills} ` +
      `--app-kills ${figures.appKills} --posts ${figures.posts} --seed ${figures.seed} --write\`.`,
  ].join("\n");
}
