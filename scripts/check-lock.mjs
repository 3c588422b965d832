/** `npm run check-lock`: may what the lock file says be installed here? With Node's own parts alone: nothing is installed yet. */
import { readFileSync } from "node:fs";
import { lockProblems, thisSystem, withoutDigest } from "./lib/lock-file.mjs";
import { knownWithoutDigest } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Fails where package-lock.json lets a package be installed on this system whose bytes it doesn't hold to a SHA-512, or
where any package lacks one that had one. Every workflow runs it before npm ci.

  npm run check-lock`;

await runScript(() => {
  if (readWords(help, {}) === undefined) return 0;
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const problems = lockProblems(packages, knownWithoutDigest(), thisSystem());
  for (const problem of problems) say(problem);
  if (problems.length > 0) say("npm run complete-lock asks a registry for what is missing.");
  else
    say(
      `Every package that may be installed here has its SHA-512; ${withoutDigest(packages).length} for other systems have none.`,
    );
  return problems.length === 0 ? 0 : 1;
});
