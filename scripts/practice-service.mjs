/** `npm run practice-service`: the stand-in service alone, on loopback. */

import { runBuilt } from "./lib/app/run-built.mjs";
import { built } from "./lib/build.mjs";

const help = `
Runs the practice service alone, on loopback, until it is interrupted.

  npm run practice-service -- --port 4600

  --port N   the port to listen on
  --help     this text; further switches belong to main/practice/serve.ts
`;

if (process.argv.includes("--help")) process.stderr.write(help);
else await runBuilt(built.practiceService);
