/** Runs in Electron: draws one SVG in several sizes with Chromium and writes PNG files. See scripts/draw-icons.mjs. */
import { readFileSync, writeFileSync } from "node:fs";
import { app, BrowserWindow } from "electron";

const { source, targets } = JSON.parse(process.env.COUNTERSIDE_ICONS ?? "{}");

/** In the page: the drawing as a data address, in this many pixels across. */
const draw = `async (svg, size) => {
  const image = new Image(size, size);
  image.src = "data:image/svg+xml;base64," + svg;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  canvas.getContext("2d").drawImage(image, 0, 0, size, size);
  return canvas.toDataURL("image/png");
}`;

app
  .whenReady()
  .then(async () => {
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    await window.loadURL("data:text/html,<title>icons</title>");
    const svg = readFileSync(source).toString("base64");
    for (const { size, path } of targets) {
      const address = await window.webContents.executeJavaScript(
        `(${draw})(${JSON.stringify(svg)}, ${size})`,
      );
      writeFileSync(path, Buffer.from(address.split(",")[1], "base64"));
    }
    app.exit(0);
  })
  .catch((error) => {
    process.stderr.write(`${error}\n`);
    app.exit(1);
  });
