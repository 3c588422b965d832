/** `npm run build`: the bundles in out/. */
import { ensureBuilt } from "./lib/build.mjs";
import { runScript, say } from "./lib/say.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Builds the bundles in out/ when a source has changed.

  npm run build -- [switches]

  --force   build even so
  --help    this text`;

await runScript(async () => {
  const words = readWords(help, { force: { type: "boolean" } });
  if (words === undefined) return;
  await setUpPackages();
  await ensureBuilt({ force: words.force });
  say("out/ is up to date.");
});
