/** Loaded before the app: Playwright's own switches choose Chromium's hard-coded key in place of a keyring. */
const { app } = require("electron");

app.commandLine.removeSwitch("password-store");
app.commandLine.appendSwitch("password-store", "gnome-libsecret");
