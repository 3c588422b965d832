/** `npm run dev`: the app on the practice shop, rebuilt while you write. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { forgetBuild } from "./lib/build.mjs";
import { inRoot, practiceProfile, root } from "./lib/paths.mjs";
import { Refusal, runScript } from "./lib/say.mjs";
import { electronEnvironment } from "./lib/set-up/electron-runtime.mjs";
import { withNodeFirst } from "./lib/set-up/fitting-node.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { hasDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const help = `
Opens Counterside on the practice shop and follows your changes: screens at once, the rest by a restart.

  npm run dev -- [switches]
${electronHelp}`;

await runScript(async () => {
  const words = readWords(help, electronSwitches);
  if (words === undefined) return 0;
  const runtime = await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  if (!hasDisplay())
    throw new Refusal("npm run dev needs a display: use npm start for the tour, or npm test.");
  forgetBuild();
  const profile = practiceProfile();
  mkdirSync(profile, { recursive: true });
  const sandbox = runtime.args.includes("--no-sandbox") ? ["--noSandbox"] : [];
  const child = spawn(
    process.execPath,
    [
      inRoot("node_modules", "electron-vite", "bin", "electron-vite.js"),
      "dev",
      "--watch",
      ...sandbox,
      "--",
      "--practice",
      "--profile",
      profile,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...electronEnvironment(runtime, withNodeFirst(process.execPath)),
        ELECTRON_EXEC_PATH: runtime.executable,
        ELECTRON_OVERRIDE_DIST_PATH: dirname(runtime.executable),
      },
    },
  );
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => child.kill(signal));
  return new Promise((settle) => child.once("close", (code) => settle(code ?? 1)));
});
