/** The entry of the engine's process: `engine/index.ts`, from its compiled code. */
import { runCompiled } from "./compiled-code.ts";

const tally = runCompiled(import.meta.dirname, "engine-program.js", "engine");
// Standard error is piped into the app's log file by the main process.
if (tally.refused > 0) process.stderr.write(`warn: compiled code was refused ${JSON.stringify(tally)}\n`);
