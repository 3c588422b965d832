/** `node scripts/draw-icons.mjs`: build-resources/icon.svg in every size and container that packages need. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { icns, ico } from "./lib/package/icon-files.mjs";
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
  const pictures = new Map(sizes.map((size) => [size, readFileSync(pngPath(size))]));
  writeFileSync(inRoot("build-resources", "icon.ico"), ico(pictures));
  writeFileSync(inRoot("build-resources", "icon.icns"), icns(pictures));
  say(`Drawn in ${folder}.`);
});
