/** Loaded before the app: has the first page's process crash before anything is drawn. */
const { app } = require("electron");

app.once("web-contents-created", (_, contents) =>
  contents.once("did-navigate", () => contents.forcefullyCrashRenderer()),
);
