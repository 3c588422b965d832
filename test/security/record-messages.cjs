/** Loaded before the app: everything that the main process says to any page is remembered as text. */
const { app, ipcMain } = require("electron");

/** @type {string[]} */
const sent = [];
Reflect.set(globalThis, "sentToPages", sent);

const handle = ipcMain.handle.bind(ipcMain);
Reflect.set(
  ipcMain,
  "handle",
  (/** @type {string} */ channel, /** @type {(...given: unknown[]) => unknown} */ answer) =>
    handle(channel, async (...given) => {
      const reply = await answer(...given);
      sent.push(JSON.stringify(reply) ?? "");
      return reply;
    }),
);

app.on("web-contents-created", (_, contents) => {
  const send = contents.send.bind(contents);
  Reflect.set(contents, "send", (/** @type {string} */ channel, /** @type {unknown[]} */ ...given) => {
    sent.push(JSON.stringify(given) ?? "");
    return send(channel, ...given);
  });
});
