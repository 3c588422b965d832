/**
 * Vitest's own worker, on Windows' Node: the messages that it would exchange with the process that started it go over a
 * socket, for Wine's programs can't use another system's pipes. The tests, what they import and the runner are the same files.
 */
import { connect } from "node:net";
import { init, runBaseTests, setupEnvironment } from "vitest/worker";
import { readFrames, sendFrame } from "./frames.mjs";

const [port, temporary = ""] = process.argv.slice(2);
// Wine gives its programs its own; children inherit this one.
Object.assign(process.env, { TEMP: temporary, TMP: temporary });
// The runner forbids tests to end the process.
const exit = process.exit.bind(process);

const socket = connect({ host: "127.0.0.1", port: Number(port), noDelay: true });
socket.on("error", () => undefined);
socket.on("close", () => exit(0));

/** @type {Set<(message: any) => void>} */
const listeners = new Set();
readFrames(socket, (message) => {
  for (const listener of [...listeners]) listener(message);
});
init({
  post: (message) => sendFrame(socket, message),
  on: (listener) => void listeners.add(listener),
  off: (listener) => void listeners.delete(listener),
  setup: setupEnvironment,
  runTests: (state, traces) => runBaseTests("run", state, traces),
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
});
