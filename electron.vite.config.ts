/** How the sources become out/: three bundles, of which only `dependencies` and Electron stay outside. */
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/** Electron 45 ships; the oldest Electron that must run the same bundles is 33 (Node 20, Chromium 130). */
const oldestNode = "node20";
const oldestChromium = "chrome130";

const source = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    build: {
      target: oldestNode,
      outDir: "out/main",
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: source("main/index.ts"),
          engine: source("main/engine/index.ts"),
          headless: source("main/engine/headless.ts"),
          "log-thread": source("main/engine/log-thread.ts"),
          "verify-thread": source("main/engine/verify-thread.ts"),
          practice: source("main/practice/index.ts"),
          "practice-service": source("main/practice/serve.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
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
    plugins: [react()],
    build: {
      target: oldestChromium,
      outDir: source("out/renderer"),
      minify: true,
      rolldownOptions: {
        input: { index: source("renderer/index.html"), print: source("renderer/print/index.html") },
        // What two screens share comes in one piece: thirty small requests cost more than their bytes.
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } },
      },
    },
  },
});
