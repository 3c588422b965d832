/** `node scripts/draw-icons.mjs`: build-resources/icon.svg in every size and container that packages need. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import png2icons from "png2icons";
import { inRoot } from "./lib/paths.mjs";
import { runCommand, tail } from "./lib/run-command.mjs";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { electronEnvironment } from "./lib/set-up/electron-runtime.mjs";
import { setUpElectron } from "./lib/set-up/set-up.mjs";
import { withDisplay } from "./lib/set-up/xvfb.mjs";
import { electronHelp, electronSwitches, readWords } from "./lib/words.mjs";

const help = `
Draws build-resources/icon.svg as icons/*.png, icon.ico and icon.icns. The pictures are committed, so this is
needed only after a change of the drawing.

  node scripts/draw-icons.mjs [switches]
${electronHelp}`;

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const folder = inRoot("build-resources");
const pngPath = (/** @type {number} */ size) => inRoot("build-resources", "icons", `${size}x${size}.png`);

await runScript(async () => {
  const words = readWords(help, electronSwitches);
  if (words === undefined) return;
  const runtime = await setUpElectron({ yes: words.yes, retryElectron: words["retry-electron"] });
  mkdirSync(inRoot("build-resources", "icons"), { recursive: true });
  const order = {
    source: inRoot("build-resources", "icon.svg"),
    targets: sizes.map((size) => ({ size, path: pngPath(size) })),
  };
  const result = await withDisplay((env) =>
    runCommand(runtime.executable, [...runtime.args, inRoot("scripts", "lib", "icon-drawer.mjs")], {
      env: { ...electronEnvironment(runtime, env), COUNTERSIDE_ICONS: JSON.stringify(order) },
      timeoutMs: 60_000,
    }),
  );
  if (result.code !== 0)
    throw new Refusal(`The icons were not drawn; Electron said:\n${tail(result.output)}`);
  const largest = readFileSync(pngPath(1024));
  const containers = {
    "icon.ico": png2icons.createICO(largest, png2icons.BICUBIC2, 0, true),
    "icon.icns": png2icons.createICNS(largest, png2icons.BICUBIC2, 0),
  };
  for (const [name, bytes] of Object.entries(containers)) {
    if (bytes === null) throw new Refusal(`${name} could not be made of the picture of 1,024 pixels.`);
    writeFileSync(inRoot("build-resources", name), bytes);
  }
  say(`Drawn in ${folder}.`);
});
