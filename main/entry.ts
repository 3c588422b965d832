/** The program's entry: `start.ts`, from its compiled code. */
import { runCompiled } from "./compiled-code.ts";

runCompiled(import.meta.dirname, "start.js", "main");
