/** `npm run complete-lock`: after `npm install`, the packages for other systems that npm left out, and their digests. */
import { readFileSync, writeFileSync } from "node:fs";
import { unnamedOptionals, withDigests, withOptionalsNamed } from "./lib/lock-file.mjs";
import { WITHOUT_DIGEST } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Names in package-lock.json the optional packages for other systems that npm left out, and asks the registry for the
SHA-512 of each package that has none there. Those that it doesn't serve are listed in scripts/lib/without-digest.json:
a build refuses to install them. Run it after each npm install, at best with a registry that serves every system.

  npm run complete-lock
`;

/** @param {string} name "name@version" */
async function digestOf(name) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { code, output } = await runCommand(npm, ["view", name, "dist.integrity", "--loglevel=silent"]);
  return code === 0 ? (/sha512-[A-Za-z0-9+/]{86}==/.exec(output)?.[0] ?? null) : null;
}

await runScript(async () => {
  if (readWords(help, {}) === undefined) return;
  const path = inRoot("package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8"));
  const missing = unnamedOptionals(lock.packages).length;
  const { packages, notServed } = await withDigests(withOptionalsNamed(lock.packages), digestOf);
  lock.packages = packages;
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  writeFileSync(inRoot(...WITHOUT_DIGEST), `${JSON.stringify(notServed.sort(), undefined, 2)}\n`);
  if (missing > 0) say(`${missing} packages named in the lock file.`);
  say(
    notServed.length === 0
      ? "The lock file is complete."
      : `The registry doesn't serve ${notServed.length} packages for other systems: scripts/lib/without-digest.json`,
  );
});
