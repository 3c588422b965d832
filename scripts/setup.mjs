/** `npm run setup`: everything that `npm start` and `npm test` need, and nothing started. */
import { runScript, say } from "./lib/say.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const help = `
Fetches and checks what Counterside needs to run from its sources: packages, Node, Electron, system libraries.

  npm run setup -- [switches]
${electronHelp}`;

await runScript(async () => {
  const words = readWords(help, electronSwitches);
  if (words === undefined) return;
  const runtime = await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  say(`Ready: Node ${process.version}, Electron ${runtime.version}${runtime.official ? "" : " (fallback)"}.`);
});
