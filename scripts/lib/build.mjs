/** The bundles in out/: made again only when something they are made of has changed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { Refusal, withProgress } from "./say.mjs";
import { fittingNode, withNodeFirst } from "./set-up/fitting-node.mjs";
import { withMachineLock } from "./set-up/machine-lock.mjs";

const ingredients = [
  "contract",
  "main",
  "preload",
  "renderer",
  "docs/guide",
  "scripts/lib/one-file-pages.mjs",
  "scripts/lib/guide.mjs",
  "electron.vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

const stamp = inRoot("out", ".built-from");

/** Every file that a build of this checkout produces and others start. */
export const built = {
  main: inRoot("out", "main", "index.js"),
  headless: inRoot("out", "main", "headless.js"),
};

/** One digest over the name and content of every source file. */
export function sourceDigest(folder = root, names = ingredients) {
  const hash = createHash("sha256");
  for (const path of names.flatMap((name) => filesUnder(join(folder, name)))) {
    const content = readFileSync(path);
    hash.update(`${relative(folder, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} in a fixed order; nothing for what is not there */
function filesUnder(path) {
  const known = statSync(path, { throwIfNoEntry: false });
  if (known === undefined) return [];
  if (known.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {{ force?: boolean | undefined }} [choices] */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isBuilt()) return;
  const lock = `build-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`;
  await withMachineLock(lock, async () => {
    // Another script may have built it while this one waited.
    if (force || !isBuilt()) await build();
  });
}

/**
 * For the job that holds the certificates of a release: the bundler, with all its packages, has run before and elsewhere.
 * Throws a Refusal where out/ isn't of these very sources.
 */
export function requireBuilt() {
  if (!isBuilt())
    throw new Refusal(
      "A release packs what was built before, and out/ was not built from these sources: run npm run build first.",
    );
}

/** For a caller that writes into out/ by other means: the next start builds anew. */
export function forgetBuild() {
  rmSync(stamp, { force: true });
}

/** Whether out/ is of these very sources. */
export function isBuilt() {
  try {
    return readFileSync(stamp, "utf8") === sourceDigest();
  } catch {
    return false;
  }
}

async function build() {
  // Taken before, so that a file saved during the build makes the next start build again.
  const digest = sourceDigest();
  forgetBuild();
  const result = await withProgress("Building", () =>
    runCommand(
      fittingNode(),
      [inRoot("node_modules", "electron-vite", "bin", "electron-vite.js"), "build", "--logLevel", "warn"],
      { env: withNodeFirst() },
    ),
  );
  if (result.code !== 0) throw new Refusal(`The build failed:\n${result.output.trim()}`);
  const pages = await runCommand(fittingNode(), [inRoot("scripts", "lib", "one-file-pages.mjs")], {
    env: withNodeFirst(),
  });
  if (pages.code !== 0)
    throw new Refusal(`The pages of one file could not be built:\n${pages.output.trim()}`);
  writeFileSync(stamp, digest);
}
