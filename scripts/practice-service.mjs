/** `npm run practice-service`: the practice service alone, on loopback. Standard output belongs to it. */

import { runScript, speakOnStandardError } from "./lib/say.mjs";
import { endWithStarter } from "./lib/set-up/fitting-node.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";

speakOnStandardError();
let ready = false;
await runScript(async () => {
  await setUpToRunSources();
  ready = true;
});
if (ready) {
  endWithStarter();
  await import("../test/helpers/practice/serve.ts");
}
