/** The package that the tests look into: made once, and again only when something it is made of has changed. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { extractFile, listPackage, statFile } from "@electron/asar";
import { lacking } from "../../helpers/system-programs.ts";
import { test } from "../shell/open-app.ts";

const run = promisify(execFile);

export const root = resolve(import.meta.dirname, "..", "..", "..");

/** Long enough for a first build, packaging and a deb on a slow machine with others at work. */
export const PACKAGING_MS = 240_000;

export interface MadePackage {
  /** The unpacked program's folder. */
  folder: string;
  executable: string;
  resources: string;
  deb: string;
  testBuild: boolean;
}

let made: Promise<MadePackage> | undefined;

/** The package, made once in this process of tests; skips the test where no deb can be made. */
export async function makePackageOnce(): Promise<MadePackage> {
  const reason = lacking("dpkg-deb");
  test.skip(reason !== null, reason ?? "");
  made ??= makePackage();
  return made;
}

/** Runs `npm run package -- --dir deb` as a person would. */
async function makePackage(): Promise<MadePackage> {
  const script = join(root, "scripts", "package.mjs");
  const { stdout } = await run(process.execPath, [script, "--dir", "deb", "--yes"], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  const paths = [...stdout.matchAll(/^Made (.+)$/gm)].map(([, path = ""]) => join(root, path));
  const folder = paths.find((path) => path.endsWith("unpacked"));
  const deb = paths.find((path) => path.endsWith(".deb"));
  if (folder === undefined || deb === undefined)
    throw new Error(`Packaging named no folder or deb:\n${stdout}`);
  return {
    folder,
    executable: join(folder, "counterside"),
    resources: join(folder, "resources"),
    deb,
    testBuild: folder.includes("test-build"),
  };
}

export interface ArchiveContent {
  /** Files inside the archive, sorted, with forward slashes. */
  packed: string[];
  /** Files that the archive names and that lie beside it. */
  unpacked: string[];
  read(path: string): string;
}

/** What app.asar in this resources folder holds. */
export function archiveIn(resources: string): ArchiveContent {
  const archive = join(resources, "app.asar");
  const entry = (path: string) => statFile(archive, path.replaceAll("/", sep));
  const files = listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll("\\", "/").replace(/^\//, ""))
    .sort()
    .filter((path) => !("files" in entry(path)));
  const isUnpacked = (path: string) => "unpacked" in entry(path);
  return {
    packed: files.filter((path) => !isUnpacked(path)),
    unpacked: files.filter(isUnpacked),
    read: (path) => extractFile(archive, path.replaceAll("/", sep)).toString("utf8"),
  };
}

/** Every file below a folder, sorted, with forward slashes. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

/** A bundler's name for a file that is named after its content. */
const hashed = (folder: string, endings: string) =>
  new RegExp(`^${folder}/[\\w.-]+-[\\w-]{8}\\.(${endings})$`);
const BUNDLED = [hashed("out/main/chunks", "js"), hashed("out/renderer/assets", "js|css|woff2?|svg|png")];

/** The packed files without those whose names change with their content. */
export const namedFiles = (packed: readonly string[]): string[] =>
  packed.filter((path) => !BUNDLED.some((pattern) => pattern.test(path)));

/** The files that every package holds, on every system. */
export const EVERYWHERE = [
  "node_modules/better-sqlite3/LICENSE",
  "node_modules/better-sqlite3/lib/binding.js",
  "node_modules/better-sqlite3/package.json",
  "out/chain/chain.html",
  "out/check/check-slips.html",
  "out/main/counters-thread.js",
  "out/main/engine.js",
  "out/main/headless.js",
  "out/main/index.js",
  "out/main/log-thread.js",
  "out/main/monitoring-thread.js",
  "out/main/place-thread.js",
  "out/main/practice.js",
  "out/main/sheet-thread.js",
  "out/main/verify-thread.js",
  "out/preload/index.cjs",
  "out/renderer/index.html",
  "out/renderer/print/index.html",
  "package.json",
];
