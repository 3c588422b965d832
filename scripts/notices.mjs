/** `npm run notices`: the licences of everything that the program holds, as packages carry them. */
import { relative } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { makeNotices, noticesFile } from "./lib/notices/make.mjs";
import { root } from "./lib/paths.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Writes THIRD-PARTY-NOTICES.txt out of what the bundler really took, what is packed beside the bundles, and Electron.
Refuses where a licence asks for more than to be named. Packaging does this by itself.

  npm run notices`;

await runScript(async () => {
  if (readWords(help, {}) === undefined) return;
  await ensureBuilt();
  const count = makeNotices();
  say(`Wrote ${relative(root, noticesFile())} for ${count} packages`);
});
