/** `npm run release:checksums`: SHA256SUMS over a release's files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksums, filesIn, releaseFolder } from "../lib/release/folder.mjs";
import { Refusal, runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Writes SHA256SUMS beside a release's files, over all that people download: sha256sum --check SHA256SUMS proves them.

  npm run release:checksums -- [switches]

  --folder DIR       where the release's files are (dist/release where left out)
  --help             this text`;

/** Read by people here and by no download. */
const NOT_DOWNLOADED = /^(SHA256SUMS|RELEASE-NOTES\.md|signing-\w+\.json)$/;

await runScript(async () => {
  const words = readWords(help, { folder: { type: "string" } });
  if (words === undefined) return;
  const folder = releaseFolder(words.folder);
  const names = filesIn(folder).filter((name) => !NOT_DOWNLOADED.test(name));
  if (names.length === 0) throw new Refusal(`There is nothing to add up in ${folder}.`);
  const path = join(folder, "SHA256SUMS");
  writeFileSync(path, await checksums(folder, names));
  say(`Wrote ${path} over ${names.length} files`);
});
