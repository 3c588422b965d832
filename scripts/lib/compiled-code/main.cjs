/**
 * Runs the built program of COUNTERSIDE_OUT once, keeps what its main process and its engine compiled until the first
 * screen stood, and leaves.
 */
const { join } = require("node:path");
const electron = require("electron");
const { keepCompiled } = require("./keep.cjs");

const { COUNTERSIDE_OUT: out = "" } = process.env;
const { app, utilityProcess } = electron;

const fork = utilityProcess.fork.bind(utilityProcess);
utilityProcess.fork = (entry, _, options) => fork(join(__dirname, "engine.cjs"), [entry], options);

const write = keepCompiled();
app.on("browser-window-created", (_, window) => {
  const look = () =>
    window.webContents
      .executeJavaScript('performance.getEntriesByName("counterside:interactive").length')
      .then((/** @type {number} */ marks) => {
        if (marks === 0) return void setTimeout(look, 50);
        write();
        app.quit();
      })
      .catch((/** @type {unknown} */ error) => {
        process.stderr.write(`${String(error)}\n`);
        app.exit(1);
      });
  window.webContents.once("did-finish-load", look);
});
require(join(out, "main", "index.js"));
