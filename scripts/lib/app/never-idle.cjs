/** Loaded by Electron before the app: the system never says that nobody is there. */
const { app, powerMonitor } = require("electron");

app.whenReady().then(() => {
  powerMonitor.getSystemIdleTime = () => 0;
});
