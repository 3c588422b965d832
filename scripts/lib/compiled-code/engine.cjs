/** Stands before the engine's entry, which comes as a word. */
const { keepCompiled } = require("./keep.cjs");

const [entry = ""] = process.argv.slice(-1);
// The engine leaves by itself when it is asked to stop.
process.on("exit", keepCompiled());
require(entry);
