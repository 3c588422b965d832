/** Loaded before the app: sends it SIGTERM while the rest of the program, just loaded, is wired together. */
const { powerMonitor } = require("electron");

const on = Reflect.get(powerMonitor, "on");
// What it listens to last before it names its way to leave.
Reflect.set(powerMonitor, "on", (...given) => {
  if (given[0] === "shutdown") process.kill(process.pid, "SIGTERM");
  return Reflect.apply(on, powerMonitor, given);
});
