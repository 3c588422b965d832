/** Builds the pages that are one file with everything in it: of the checking page, and of all counters. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledModules } from "./notices/bundled-modules.mjs";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {object} OnePage
 * @property {"check" | "chain"} part the folder of its sources in renderer/
 * @property {string} title until its script says it in the language of the browser
 * @property {string} meta what the program reads in it, or writes into it
 * @property {string} file in out/
 * @property {string[]} target what it must run on
 * @property {string[]} policy what it may do beside running its own script and style
 * @property {string[]} licences of what it has in it; a person who passes it on passes these words on
 */

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** @type {OnePage[]} */
const PAGES = [
  {
    part: "check",
    title: "Check slips",
    meta: '<meta name="keys" content="" />',
    file: inRoot("out", "check", "check-slips.html"),
    // Phones of 2021 and later.
    target: ["es2020", "safari14", "chrome88", "firefox85"],
    policy: ["img-src blob: data:", "media-src blob: mediastream:"],
    licences: ["qr/LICENSE-MIT", "@noble/ed25519/LICENSE", "@noble/hashes/LICENSE"],
  },
  {
    part: "chain",
    title: "All counters",
    meta: `<meta name="counterside" content="${version}" />`,
    file: inRoot("out", "chain", "chain.html"),
    target: ["es2022", "safari17", "chrome110", "firefox115"],
    // Over HTTP it reads what lies beside it; from a file it asks nothing.
    policy: ["connect-src 'self'"],
    licences: ["zod/LICENSE", "big.js/LICENCE.md"],
  },
];

/** @param {string} text */
const digest = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param {OnePage} page @returns {Promise<string>} the script, in one piece */
async function script({ part, target }) {
  const { build } = await import("vite");
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root: inRoot("renderer", part),
    plugins: [bundledModules(part)],
    resolve: { alias: [{ find: /^zod$/, replacement: inRoot("renderer", "lib", "zod.ts") }] },
    build: {
      outDir: inRoot("out", `.${part}`),
      emptyOutDir: true,
      target,
      minify: true,
      lib: { entry: inRoot("renderer", part, "main.ts"), formats: ["iife"], name: part },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !("output" in bundle)) throw new Error("vite built no bundle");
  const chunks = bundle.output.filter((one) => one.type === "chunk");
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length !== 1) throw new Error(`the page has ${chunks.length} scripts`);
  return chunk.code.trim();
}

/** @param {OnePage} page */
async function buildPage(page) {
  const { part, title, meta } = page;
  const code = await script(page);
  if (code.includes("</script")) throw new Error("the page's script would end its own element");
  const style = [inRoot("renderer", "one-file", "base.css"), inRoot("renderer", part, "page.css")]
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
    .trim();
  // Not 'self', which means nothing in a file: this script and this style, and no more network than is named.
  const policy = [
    "default-src 'none'",
    `script-src ${digest(code)}`,
    `style-src ${digest(style)}`,
    ...page.policy,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const licences = page.licences.map((name) => readFileSync(inRoot("node_modules", name), "utf8").trim());
  if (licences.some((each) => each.includes("--"))) throw new Error("a licence would end its own comment");
  mkdirSync(dirname(page.file), { recursive: true });
  writeFileSync(
    page.file,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    ${meta}
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main id="${part}"></main>
    <script>${code}</script>
  </body>
  <!--
${licences.join("\n\n")}
-->
</html>
`,
  );
}

/** Writes the pages to out/. */
export async function buildOneFilePages() {
  for (const page of PAGES) await buildPage(page);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildOneFilePages();
