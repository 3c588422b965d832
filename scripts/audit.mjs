/** `npm run audit`: what the program is made of, why, under which licences, and what is known against it. */
import { auditFacts, auditProblems, broughtBy } from "./lib/checks/audit-packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runCommand } from "./lib/run-command.mjs";
import { runScript, say } from "./lib/say.mjs";
import { readWords } from "./lib/words.mjs";

const help = `
Lists every package that is in the program with its version, licence and reason, checks the table in
docs/DEPENDENCIES.md, and asks the registry for known vulnerabilities where it answers that.

  npm run audit
`;

await runScript(async () => {
  if (readWords(help, {}) === undefined) return 0;
  const facts = auditFacts();
  for (const [name, reason] of facts.reasons.reasons) {
    const { version, license } = facts.packages[`node_modules/${name}`] ?? {};
    say(`${name} ${version} (${license}): ${reason}`);
  }
  const direct = facts.imported.filter((name) => name !== "electron");
  const brought = broughtBy(facts.packages, direct).filter(
    (place) => !direct.includes(place.replace("node_modules/", "")),
  );
  say(`\nBrought along: ${brought.map((place) => place.replace(/^node_modules\//, "")).join(", ")}`);

  const problems = auditProblems(facts);
  for (const problem of problems) say(`Wrong: ${problem}.`);
  say(problems.length === 0 ? "\nThe table is complete, and every licence is taken." : "");

  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const asked = await runCommand(npm, ["audit", "--audit-level=low"], { cwd: inRoot() });
  const answered = /found 0 vulnerabilities|\d+ vulnerabilit/.test(asked.output);
  say(
    answered
      ? asked.output.trim()
      : "Known vulnerabilities: the registry here doesn't answer that; ask again where it does.",
  );
  return problems.length > 0 || (answered && asked.code !== 0) ? 1 : 0;
});
