/** `npm start`: the app with a practice shop; without a display, the tour. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { ensureBuilt } from "./lib/build.mjs";
import { inRoot, practiceProfile, root } from "./lib/paths.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { electronEnvironment } from "./lib/set-up/electron-runtime.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { hasDisplay, withDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const help = `
Sets up, builds and opens Counterside with a practice shop: a sample service on this machine, no account needed.
Without a display it takes the tour instead, which ends with pictures of every screen.

  npm start -- [switches]

  --tour             take the tour although there is a display
  --profile DIR      keep the practice shop's books in DIR${electronHelp}`;

await runScript(async () => {
  const words = readWords(help, {
    ...electronSwitches,
    tour: { type: "boolean" },
    profile: { type: "string" },
  });
  if (words === undefined) return 0;
  const runtime = await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  await ensureBuilt();
  if (words.tour || !hasDisplay()) return tour(runtime);
  const profile = words.profile ?? practiceProfile();
  mkdirSync(profile, { recursive: true });
  say(`Opening Counterside with the practice shop (its books: ${profile}).`);
  return run(
    runtime.executable,
    [...runtime.args, root, "--practice", "--profile", profile],
    electronEnvironment(runtime),
  );
});

/** @param {import("./lib/set-up/electron-runtime.mjs").ElectronRuntime} runtime */
async function tour(runtime) {
  const script = inRoot("scripts", "tour.mjs");
  if (!existsSync(script))
    throw new Refusal("There is no display and this checkout has no tour: run npm start on a desktop.");
  say(hasDisplay() ? "Taking the tour." : "There is no display here, so this is the tour (under Xvfb).");
  return withDisplay((env) => run(process.execPath, [script], electronEnvironment(runtime, env)));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function run(command, args, env) {
  const child = spawn(command, args, { stdio: "inherit", env, cwd: root });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("close", (code) => settle(code ?? 1));
  });
}
