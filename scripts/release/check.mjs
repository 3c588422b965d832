/** `npm run release:check`: refuses a tag, or files, that may not become a release. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { inRoot } from "../lib/paths.mjs";
import { fileProblems, tagProblems, versionOf } from "../lib/release/check.mjs";
import { changelogText, filesIn } from "../lib/release/folder.mjs";
import { Refusal, runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Refuses a release whose tag, package.json, package-lock.json and CHANGELOG.md don't name one version. With a folder
also one whose installers are not all there, are of another version, or are a test build.

  npm run release:check -- --tag v1.2.3 [switches]

  --tag NAME         the tag
  --folder DIR       where the release's files are
  --help             this text`;

await runScript(() => {
  const words = readWords(help, { tag: { type: "string" }, folder: { type: "string" } });
  if (words === undefined) return;
  const version = versionOf(words.tag);
  /** @param {string} name */
  const versionIn = (name) => JSON.parse(readFileSync(inRoot(name), "utf8")).version;
  const problems = [
    ...tagProblems({
      tag: `v${version}`,
      packageVersion: versionIn("package.json"),
      lockVersion: versionIn("package-lock.json"),
      changelog: changelogText(),
    }),
    ...(words.folder === undefined ? [] : fileProblems(version, filesIn(resolve(words.folder)))),
  ];
  if (problems.length > 0)
    throw new Refusal(`Not a release:\n${problems.map((one) => `  ${one}`).join("\n")}`);
  say(`${version} may be released.`);
});
