/** How the sources become out/: three bundles; outside stay Electron, the database's binary, and the file that looks for it. */
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { guidePlugin } from "./scripts/lib/guide.mjs";
import { bundledModules } from "./scripts/lib/notices/bundled-modules.mjs";

/** Electron 45 ships; the oldest Electron that must run the same bundles is 33 (Node 20, Chromium 130). */
const oldestNode = "node20";
const oldestChromium = "chrome130";

const source = (path: string) => resolve(import.meta.dirname, path);

/** The modules that these import, by however many steps, themselves included; not what is imported later. */
function reachedFrom(entries: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(entries);
  // A set that is walked while it grows is walked to its end.
  for (const known of reached)
    for (const next of context.getModuleInfo(known)?.importedIds ?? []) reached.add(next);
  return reached;
}

const PROCESSES = {
  start: [source("main/start.ts")],
  main: [source("main/index.ts")],
  engine: [source("main/engine/index.ts")],
  threads: ["log", "verify", "place"].map((name) => source(`main/engine/${name}-thread.ts`)),
  sheets: [source("main/engine/sheet-thread.ts")],
  counters: ["counters", "monitoring"].map((name) => source(`main/engine/${name}-thread.ts`)),
  practice: [source("main/practice/index.ts")],
};
let processes: Map<string, Set<string>> | null = null;

/**
 * The piece for a module of main's start and of the engine, by who else loads it: each file costs a start a millisecond
 * or two, and one piece for each set of entries would be thirty. Null for most libraries, and for the entries
 * themselves, whose place in out/ is asked for.
 */
function pieceOf(id: string, context: Rolldown.ChunkingContext): string | null {
  processes ??= new Map(
    Object.entries(PROCESSES).map(([name, entries]) => [name, reachedFrom(entries, context)]),
  );
  const isOf = (name: keyof typeof PROCESSES) => processes?.get(name)?.has(id) ?? false;
  if (id.includes("node_modules/better-sqlite3")) return "store";
  if (id.includes("node_modules/big.js")) return "values";
  // Of other libraries nobody here knows which parts are used.
  if (id.includes("node_modules") || Object.values(PROCESSES).flat().includes(id)) return null;
  if (isOf("start")) return isOf("engine") ? "lines" : "window";
  if (!isOf("engine")) return null;
  if (isOf("main")) return isOf("threads") ? "values" : "contract";
  if (isOf("threads")) return "store";
  return isOf("practice") ? "service" : isOf("sheets") ? "sheets" : "engine";
}

const ASKS = [source("renderer/app/main.tsx")];
const DRAWS = [source("renderer/app/draw.tsx")];
let asks: Set<string> | null = null;
let draws: Set<string> | null = null;

/** What starts the window, its style sheets, and what two screens share: they belong to no piece that the print page loads as well. */
const WINDOW_ONLY = [
  "renderer/app/main.tsx",
  "renderer/app/layout/command-palette.tsx",
  "renderer/theme/styles.ts",
  "renderer/ui/parts.tsx",
  "renderer/ui/parts.module.css",
  "contract/channels/shop-folder.ts",
  "contract/counter-status.ts",
  "contract/place-address.ts",
].map(source);
const WINDOW_FOLDERS = [
  "renderer/features/decisions/",
  "renderer/features/balance-history/",
  "renderer/features/reports/",
  "renderer/features/files/",
  "renderer/features/shop-folder/",
  "renderer/ui/plot/",
].map(source);
const ofTheWindowOnly = (id: string) =>
  WINDOW_ONLY.includes(id) ||
  WINDOW_FOLDERS.some((folder) => id.startsWith(folder)) ||
  (id.endsWith(".css") && !id.endsWith(".module.css"));

/** "asks" for what the window's entry imports, by however many steps, "first" for what else it is drawn with; null for the rest. */
function inFirstScreen(id: string, context: Rolldown.ChunkingContext): string | null {
  asks ??= reachedFrom(ASKS, context);
  draws ??= reachedFrom(DRAWS, context);
  if (ofTheWindowOnly(id)) return null;
  return asks.has(id) ? "asks" : draws.has(id) ? "first" : null;
}

/** Has the page fetch at once what it draws with, and evaluate it when it knows how (renderer/app/draw.tsx). */
const fetchesFirst: Plugin = {
  name: "counterside-fetches-first",
  transformIndexHtml: {
    order: "post",
    handler: (html, { filename, bundle = {} }) => {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const drawing = chunks.find(({ facadeModuleId }) => facadeModuleId === DRAWS[0]);
      if (drawing === undefined || filename.includes("print")) return [];
      const link = (rel: string, file: string): HtmlTagDescriptor => ({
        tag: "link",
        attrs: { rel, crossorigin: true, href: `./${file}` },
        injectTo: "head",
      });
      const missing = [drawing.fileName, ...drawing.imports].filter((file) => !html.includes(file));
      const styles = chunks
        .filter(({ fileName }) => missing.includes(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      return [
        ...missing.map((file) => link("modulepreload", file)),
        ...styles.map((file) => link("stylesheet", file)),
      ];
    },
  },
};

/**
 * better-sqlite3's small files are part of the bundle, but for the one that looks for the binary beside itself:
 * that stays in the package, and is named from out/main/chunks.
 */
const findsBinary: Plugin = {
  name: "counterside-finds-binary",
  enforce: "pre",
  resolveId: (id, importer) =>
    id === "./binding" && importer?.includes("node_modules/better-sqlite3/")
      ? { id: "../../../node_modules/better-sqlite3/lib/binding.js", external: true }
      : null,
};

export default defineConfig({
  main: {
    plugins: [findsBinary, bundledModules("main")],
    resolve: {
      alias: [
        {
          find: /^ajv(\/dist\/2020\.js|-formats)$/,
          replacement: source("main/shell/start/no-schema-checks.ts"),
        },
      ],
    },
    build: {
      target: oldestNode,
      outDir: "out/main",
      externalizeDeps: { exclude: ["better-sqlite3"] },
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: source("main/start.ts"),
          engine: source("main/engine/index.ts"),
          headless: source("main/engine/headless.ts"),
          "log-thread": source("main/engine/log-thread.ts"),
          "verify-thread": source("main/engine/verify-thread.ts"),
          "place-thread": source("main/engine/place-thread.ts"),
          "counters-thread": source("main/engine/counters-thread.ts"),
          "monitoring-thread": source("main/engine/monitoring-thread.ts"),
          "sheet-thread": source("main/engine/sheet-thread.ts"),
          practice: source("main/practice/index.ts"),
        },
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
          // Docstrings are a sixth of what is read at each start.
          comments: { jsdoc: false },
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: pieceOf, debugName: "start" }],
          },
        },
      },
    },
  },
  preload: {
    plugins: [bundledModules("preload")],
    build: {
      target: oldestNode,
      outDir: "out/preload",
      // A sandboxed preload is one CommonJS file, libraries included.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: source("preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: source("renderer"),
    plugins: [react(), guidePlugin(), fetchesFirst, bundledModules("renderer")],
    resolve: { alias: [{ find: /^zod$/, replacement: source("renderer/lib/zod.ts") }] },
    build: {
      target: oldestChromium,
      outDir: source("out/renderer"),
      minify: true,
      rolldownOptions: {
        input: { index: source("renderer/index.html"), print: source("renderer/print/index.html") },
        // What is shared comes in two pieces, what the first screen needs and the rest: thirty small requests cost
        // more than their bytes.
        output: {
          codeSplitting: {
            groups: [
              { name: inFirstScreen, debugName: "first", priority: 1, includeDependenciesRecursively: false },
              { name: "shared", minShareCount: 2, test: (id) => !ofTheWindowOnly(id) },
            ],
          },
        },
      },
    },
  },
});
