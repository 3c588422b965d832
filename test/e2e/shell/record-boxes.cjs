/** Loaded before the app: message boxes answer their first button at once and are remembered. */
const { dialog } = require("electron");

/** @type {string[]} */
const asked = [];
Reflect.set(globalThis, "askedBoxes", asked);
Reflect.set(dialog, "showMessageBox", async (/** @type {unknown[]} */ ...given) => {
  asked.push(JSON.stringify(given.at(-1)));
  return { response: 0, checkboxChecked: false };
});
