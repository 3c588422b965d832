/** `npm run -s headless`: the engine in plain Node, JSON lines in and out. */

import { runBuilt } from "./lib/app/run-built.mjs";
import { built } from "./lib/build.mjs";

const help = `
Runs the engine without a window: one JSON object a line on standard input, one a line on standard output.

  npm run -s headless -- --profile DIR [--resend-unknown | --status | --verify]

  --profile DIR      the profile folder with the books
  --resend-unknown   resend entries whose outcome is unknown by itself: only for a service that merges repeats
  --status           print what needs a person as one JSON object; ends with 0 (nothing), 1 (something) or 2 (unreadable)
  --verify           read every page of the books and of their newest backup; ends likewise
  --help             this text
`;

if (process.argv.includes("--help")) process.stderr.write(help);
else await runBuilt(built.headless);
