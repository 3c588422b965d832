/** `npm run -s headless`: the engine in plain Node, JSON lines in and out. It says its words itself (`--help`). */

import { runBuilt } from "./lib/app/run-built.mjs";
import { built } from "./lib/build.mjs";

await runBuilt(built.headless);
