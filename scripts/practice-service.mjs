/** `npm run practice-service`: the practice service alone, on loopback. Standard output belongs to it. */

import { Refusal, runScript, speakOnStandardError } from "./lib/say.mjs";
import { endWithStarter } from "./lib/set-up/fitting-node.mjs";
import { setUpPackages } from "./lib/set-up/set-up.mjs";

speakOnStandardError();
let ready = false;
await runScript(async () => {
  await setUpPackages();
  if (!process.features.typescript)
    throw new Refusal(`This needs a Node that runs TypeScript (22.18 or newer); this is ${process.version}.`);
  ready = true;
});
if (ready) {
  endWithStarter();
  await import("../test/helpers/practice/serve.ts");
}
