/**
 * Loaded before the app: its window is gone just when the rest of the program is loaded, which is made to wait for the
 * network's settings, as the last thing that it waits for.
 */
const { app, BrowserWindow, session, utilityProcess } = require("electron");

const LOADED_BY_MS = 1_000;

app.once("ready", () => {
  const own = session.defaultSession;
  const setProxy = own.setProxy.bind(own);
  own.setProxy = async (config) => {
    await setProxy(config);
    await new Promise((settle) => {
      const fork = utilityProcess.fork;
      // The engine is started as the rest begins to be loaded.
      utilityProcess.fork = (...given) => {
        setTimeout(settle, LOADED_BY_MS);
        return fork(...given);
      };
    });
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
  };
});
