/** `npm run release:sbom`: what the program is made of, as CycloneDX. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "../lib/build.mjs";
import { shippedPackages } from "../lib/notices/shipped.mjs";
import { inRoot } from "../lib/paths.mjs";
import { releaseFolder } from "../lib/release/folder.mjs";
import { shippedBom } from "../lib/release/sbom.mjs";
import { runCommand } from "../lib/run-command.mjs";
import { Refusal, runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Writes Counterside-<version>.cdx.json beside a release's files: every package that the bundles hold, better-sqlite3 and
Electron, with the hashes that package-lock.json holds them to. What Electron itself is made of is not listed.

  npm run release:sbom -- [switches]

  --folder DIR       where the release's files are (dist/release where left out)
  --help             this text`;

await runScript(async () => {
  const words = readWords(help, { folder: { type: "string" } });
  if (words === undefined) return;
  await ensureBuilt();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const listed = await runCommand(npm, ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
  if (listed.code !== 0) throw new Refusal(`npm could not list the packages:\n${listed.output.trim()}`);
  const { name, version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const shipped = new Set(shippedPackages().map((one) => `${one.name}@${one.version}`));
  const folder = releaseFolder(words.folder);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `Counterside-${version}.cdx.json`);
  const bom = shippedBom(JSON.parse(listed.stdout), shipped, { name, version });
  writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`);
  say(`Wrote ${path} with ${bom.components.length} components`);
});
