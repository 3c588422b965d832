/** `npm run release:notes`: the text of a draft release. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { versionOf } from "../lib/release/check.mjs";
import { changelogText, filesIn, releaseFolder, signingIn } from "../lib/release/folder.mjs";
import { releaseNotes } from "../lib/release/notes.mjs";
import { runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Writes RELEASE-NOTES.md beside a release's files: what CHANGELOG.md says of the version, and what is signed and what isn't.

  npm run release:notes -- --tag v1.2.3 [switches]

  --tag NAME         the tag
  --folder DIR       where the release's files are (dist/release where left out)
  --help             this text`;

await runScript(() => {
  const words = readWords(help, { tag: { type: "string" }, folder: { type: "string" } });
  if (words === undefined) return;
  const version = versionOf(words.tag);
  const folder = releaseFolder(words.folder);
  const path = join(folder, "RELEASE-NOTES.md");
  writeFileSync(
    path,
    releaseNotes({
      version,
      changelog: changelogText(),
      signing: signingIn(folder),
      names: filesIn(folder),
      // A workflow's runner names it.
      repository: process.env.GITHUB_REPOSITORY,
    }),
  );
  say(`Wrote ${path}`);
});
