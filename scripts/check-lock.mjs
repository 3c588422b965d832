/** `npm run check-lock`: may what the lock file says be installed? With Node's own parts alone: nothing is installed yet. */
import { readFileSync } from "node:fs";
import { LOCK_REMEDY, lockProblems } from "./lib/checks/lock-file.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Fails where package-lock.json leaves a package of any system out, or doesn't hold its bytes to a SHA-512. Every workflow
runs it before npm ci.

  npm run check-lock`;

await runScript(() => {
  if (readWords(help, {}) === undefined) return 0;
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const problems = lockProblems(packages);
  for (const problem of problems) say(problem);
  say(problems.length > 0 ? LOCK_REMEDY : "Every package of every system has its SHA-512.");
  return problems.length === 0 ? 0 : 1;
});
