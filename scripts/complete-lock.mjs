/** `npm run complete-lock`: after `npm install`, name in the lock file what npm left out for other systems. */
import { readFileSync, writeFileSync } from "node:fs";
import { unnamedOptionals, withOptionalsNamed } from "./lib/lock-file.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Names in package-lock.json the optional packages for other systems that npm left out because its registry does
not serve them; without it npm ci refuses the lock file. Run it after each npm install.

  npm run complete-lock
`;

await runScript(() => {
  if (readWords(help, {}) === undefined) return;
  const path = inRoot("package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8"));
  const missing = unnamedOptionals(lock.packages).length;
  if (missing > 0) {
    lock.packages = withOptionalsNamed(lock.packages);
    writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
  }
  say(missing === 0 ? "The lock file is complete." : `${missing} packages named in the lock file.`);
});
