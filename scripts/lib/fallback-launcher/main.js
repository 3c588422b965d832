// @ts-nocheck: setVersion and setAppPath are there for Electron's own default app and not in its types.
/**
 * Stands where Electron's own default app would, in the fallback runtime only: opens the app folder or file
 * named on the command line. An ES module on purpose: Electron waits for it before `ready`, so an app that
 * registers schemes first still can.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { app } from "electron";

const { preloads, target } = readArguments(process.argv.slice(1));
const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

if (target === undefined) fail("Name the app folder to open: electron [switches] FOLDER");
const start = resolve(target);
if (!existsSync(start)) fail(`There is no ${start}.`);
const folder = statSync(start).isDirectory() ? start : dirname(start);
const manifestPath = join(folder, "package.json");
const manifest = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, "utf8")) : {};
const main = start === folder ? join(folder, manifest.main ?? "index.js") : start;

if (manifest.version) app.setVersion(manifest.version);
const name = manifest.productName ?? manifest.name;
if (name) {
  app.setName(name);
  app.setPath("userData", join(app.getPath("appData"), name));
}
app.setAppPath(folder);
process.defaultApp = true;

const requireFrom = createRequire(join(folder, "package.json"));
for (const preload of preloads) requireFrom(preload);
if (!existsSync(main)) fail(`There is no ${main}: build the app first.`);
await import(pathToFileURL(main).href);

/** As Electron's default app reads them: `-r MODULE` first, then the first word that is no switch. */
function readArguments(words) {
  const preloads = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === "-r" || word === "--require") {
      at += 1;
      preloads.push(words[at]);
    } else if (!word.startsWith("-")) {
      return { preloads, target: word };
    }
  }
  return { preloads, target: undefined };
}
