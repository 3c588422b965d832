/** `npm run sign-release`: writes the signed list by which installed programs find and prove a release. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { listName, writeReleaseList } from "../lib/package/release-list.mjs";
import { inRoot } from "../lib/paths.mjs";
import { Refusal, runScript, say } from "../lib/say.mjs";
import { readWords } from "../lib/words.mjs";

const help = `
Writes latest-linux.yml (or its like) and its signature beside the files of a release: docs/UPDATES.md.

  npm run sign-release -- --key FILE --system linux --file NAME [switches]

  --file NAME        a file of the release, in the folder; once for each
  --key FILE         the private Ed25519 key (PEM); keep it out of the checkout
  --system NAME      linux, win or mac
  --folder DIR       where the files are, and the list goes (dist where left out)
  --arch NAME        x64 (where left out) or arm64; only the lists for linux are named after it
  --channel NAME     latest (where left out) or beta
  --notes FILE       what is new, as plain text
  --percent N        offered to N of a hundred counters
  --help             this text`;

/**
 * @template {string} Name
 * @param {string | undefined} value
 * @param {readonly Name[]} known
 * @param {string} what
 */
function oneOf(value, known, what) {
  const found = known.find((name) => name === value);
  if (found === undefined) throw new Refusal(`Name the ${what}: ${known.join(", ")}.`);
  return found;
}

/** @param {string} value */
function percent(value) {
  if (!/^(100|\d{1,2})$/.test(value)) throw new Refusal("--percent is a whole number from 0 to 100.");
  return Number(value);
}

await runScript(async () => {
  const words = readWords(help, {
    file: { type: "string", multiple: true },
    key: { type: "string" },
    system: { type: "string" },
    folder: { type: "string", default: inRoot("dist") },
    arch: { type: "string", default: "x64" },
    channel: { type: "string", default: "latest" },
    notes: { type: "string" },
    percent: { type: "string" },
  });
  if (words === undefined) return;
  if (words.key === undefined) throw new Refusal("Name the private key with --key.");
  if (words.file === undefined) throw new Refusal("Name at least one --file.");
  const system = oneOf(words.system, /** @type {const} */ (["linux", "win", "mac"]), "--system");
  const channel = oneOf(words.channel, /** @type {const} */ (["latest", "beta"]), "--channel");
  const arch = oneOf(words.arch, /** @type {const} */ (["x64", "arm64"]), "--arch");
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const written = await writeReleaseList(
    resolve(words.folder),
    listName(channel, system, arch),
    words.file,
    {
      version,
      releaseDate: new Date().toISOString(),
      ...(words.notes === undefined ? {} : { releaseNotes: readFileSync(words.notes, "utf8") }),
      ...(words.percent === undefined ? {} : { stagingPercentage: percent(words.percent) }),
    },
    readFileSync(words.key, "utf8"),
  );
  for (const path of written) say(`Wrote ${path}`);
});
