/** Builds the page that checks slips: one file with everything in it, which may reach no network. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledModules } from "./notices/bundled-modules.mjs";
import { inRoot } from "./paths.mjs";

/** Phones of 2021 and later. */
const TARGET = ["es2020", "safari14", "chrome88", "firefox85"];

/** What the page has in it; a person who passes it on passes these words on. */
const LICENCES = ["qr/LICENSE-MIT", "@noble/ed25519/LICENSE", "@noble/hashes/LICENSE"];

const checkPage = inRoot("out", "check", "check-slips.html");

/** @param {string} text */
const digest = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @returns {Promise<string>} the script, in one piece */
async function script() {
  const { build } = await import("vite");
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root: inRoot("renderer", "check"),
    plugins: [bundledModules("check")],
    build: {
      outDir: inRoot("out", ".check"),
      emptyOutDir: true,
      target: TARGET,
      minify: true,
      lib: { entry: inRoot("renderer", "check", "main.ts"), formats: ["iife"], name: "check" },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !("output" in bundle)) throw new Error("vite built no bundle");
  const chunks = bundle.output.filter((one) => one.type === "chunk");
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length !== 1) throw new Error(`the page has ${chunks.length} scripts`);
  return chunk.code.trim();
}

/** Writes the page to `checkPage`. */
export async function buildCheckPage() {
  const [code, style, html] = [
    await script(),
    readFileSync(inRoot("renderer", "check", "page.css"), "utf8").trim(),
    readFileSync(inRoot("renderer", "check", "page.html"), "utf8"),
  ];
  if (code.includes("</script")) throw new Error("the page's script would end its own element");
  // Not 'self', which means nothing in a file: this script and this style, and no network at all.
  const policy = [
    "default-src 'none'",
    `script-src ${digest(code)}`,
    `style-src ${digest(style)}`,
    "img-src blob: data:",
    "media-src blob: mediastream:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = html
    .replace(
      '<meta charset="utf-8" />',
      () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace("</head>", () => `  <style>${style}</style>\n  </head>`)
    .replace("</body>", () => `  <script>${code}</script>\n  </body>`);
  const licences = LICENCES.map((name) => readFileSync(inRoot("node_modules", name), "utf8").trim());
  if (licences.some((text) => text.includes("--"))) throw new Error("a licence would end its own comment");
  mkdirSync(dirname(checkPage), { recursive: true });
  writeFileSync(
    checkPage,
    page.replace("</html>", () => `  <!--\n${licences.join("\n\n")}\n-->\n</html>`),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildCheckPage();
