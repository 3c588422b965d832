/** `npm run release:lists`: the signed lists by which installed programs find a release, for all systems at once. */
import { readFileSync } from "node:fs";
import { listName, writeReleaseList } from "../lib/package/release-list.mjs";
import { sectionOf } from "../lib/release/changelog.mjs";
import { channelOf, installers, versionOf } from "../lib/release/check.mjs";
import { changelogText, releaseFolder } from "../lib/release/folder.mjs";
import { runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Writes the lists of a release and their signatures beside its files (docs/UPDATES.md): the AppImage for Linux, the
installers for Windows, the archives for macOS. A version such as 1.2.3-beta.1 goes to the channel beta. The key is
read from the file, or else from COUNTERSIDE_UPDATE_SIGNING_KEY; where that is empty, no list is written.

  npm run release:lists -- --tag v1.2.3 [switches]

  --tag NAME         the tag
  --key FILE         the private Ed25519 key (PEM); keep it out of the checkout
  --folder DIR       where the release's files are (dist/release where left out)
  --help             this text`;

/** What replaces an installed program, on each system. */
const REPLACES = /** @type {const} */ ([
  ["linux", /\.AppImage$/],
  ["win", /\.exe$/],
  ["mac", /\.zip$/],
]);

await runScript(async () => {
  const words = readWords(help, {
    tag: { type: "string" },
    key: { type: "string" },
    folder: { type: "string" },
  });
  if (words === undefined) return;
  const version = versionOf(words.tag);
  const key =
    words.key === undefined ? process.env.COUNTERSIDE_UPDATE_SIGNING_KEY : readFileSync(words.key, "utf8");
  if (!key?.trim()) {
    say("There is no key, so no list is written: installed programs won't find this release by themselves.");
    return;
  }
  const release = {
    version,
    releaseDate: new Date().toISOString(),
    releaseNotes: sectionOf(changelogText(), version).text,
  };
  for (const [system, ending] of REPLACES) {
    const names = installers(version).filter((name) => ending.test(name));
    const list = listName(channelOf(version), system, "x64");
    for (const path of await writeReleaseList(releaseFolder(words.folder), list, names, release, key))
      say(`Wrote ${path}`);
  }
});
