/** From the words that electron-builder says to fpm, to what dpkg-deb needs. Pure. */

/**
 * @typedef {object} DebOrder
 * @property {string} output the package to write
 * @property {string} compression as dpkg-deb spells it
 * @property {string} control the control file, without Installed-Size
 * @property {string} afterInstall
 * @property {string} afterRemove
 * @property {{ from: string, to: string }[]} files what lies where; of a `from` that ends in "/" its contents
 */

/** fpm's switches that take no value. */
const alone = new Set(["--force", "--debug"]);

/**
 * @param {readonly string[]} words
 * @returns {DebOrder}
 */
export function readFpmWords(words) {
  /** @type {Map<string, string[]>} */
  const given = new Map();
  const files = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (alone.has(word)) continue;
    if (word.startsWith("-")) {
      at += 1;
      given.set(word, [...(given.get(word) ?? []), words[at] ?? ""]);
    } else {
      const cut = word.lastIndexOf("=");
      files.push({ from: word.slice(0, cut), to: word.slice(cut + 1) });
    }
  }
  const last = (/** @type {string} */ name) => given.get(name)?.at(-1);
  const needed = (/** @type {string} */ name) => {
    const value = last(name);
    if (value === undefined) throw new Error(`fpm was called without ${name}.`);
    return value;
  };
  if (last("-s") !== "dir" || last("-t") !== "deb") throw new Error("Only -s dir -t deb is known here.");

  const homepage = last("--url");
  const fields = {
    Package: needed("--name"),
    Version: needed("--version"),
    Architecture: needed("--architecture"),
    Maintainer: needed("--maintainer"),
    Section: last("--category") ?? "misc",
    Priority: last("--deb-priority") ?? "optional",
    Depends: given.get("-d")?.join(", "),
    Recommends: given.get("--deb-recommends")?.join(", "),
    // An address that never resolves is a placeholder.
    Homepage:
      homepage === undefined || new URL(homepage).hostname.endsWith(".invalid") ? undefined : homepage,
    Description: description(needed("--description")),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return {
    output: needed("--package"),
    compression: compression(last("--deb-compression")),
    control: `${lines.join("\n")}\n`,
    afterInstall: needed("--after-install"),
    afterRemove: needed("--after-remove"),
    files,
  };
}

/** fpm's word, as dpkg-deb spells it. @param {string | undefined} word */
function compression(word = "xz") {
  return word === "gz" ? "gzip" : word;
}

/** The first line is the synopsis; further ones begin with a blank, and an empty one is a dot. @param {string} text */
function description(text) {
  const [synopsis = "", ...rest] = text.split("\n").map((line) => line.trim());
  return [synopsis, ...rest.map((line) => ` ${line === "" ? "." : line}`)].join("\n");
}
