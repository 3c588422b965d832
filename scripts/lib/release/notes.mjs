/** The text of a draft release. Pure. */
import { sectionOf } from "./changelog.mjs";
import { UPDATE_LISTS } from "./check.mjs";
import { signingWords } from "./signing.mjs";

/**
 * @param {{ version: string, changelog: string, signing: readonly import("./signing.mjs").Signing[],
 *   names: readonly string[], repository?: string | undefined }} facts `names`: the files of the release; `repository`:
 *   as GitHub names it
 * @returns {string} Markdown
 */
export function releaseNotes({ version, changelog, signing, names, repository = "OWNER/REPOSITORY" }) {
  const lists = UPDATE_LISTS.filter((name) => names.includes(name));
  const updates =
    lists.length > 0
      ? `Installed programs find this version by ${lists.map((name) => `\`${name}\``).join(", ")} and verify the publisher's signature.`
      : "**No list for updates is attached**: installed programs won't find this version automatically.";
  return [
    sectionOf(changelog, version).text,
    "",
    "## What vouches for these files",
    "",
    ...signingWords(signing).map((sentence) => `- ${sentence}`),
    `- ${updates}`,
    "- `SHA256SUMS` names the SHA-256 of every file: `sha256sum --check SHA256SUMS`.",
    `- Where and from which commit each was built is attested: \`gh attestation verify FILE --repo ${repository}\`.`,
    `- \`Counterside-${version}.cdx.json\` lists what the program is made of (CycloneDX).`,
    "",
  ].join("\n");
}
