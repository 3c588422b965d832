/**
 * The files lists of all targets, put to electron-builder itself with an empty stand-in for their Electron: what
 * would be packed can be seen anywhere, what their installers do only on their own systems.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { ensureBuilt } from "../../../scripts/lib/build.mjs";
import { makeNotices } from "../../../scripts/lib/notices/make.mjs";
import { checkPacked, packedFolders } from "../../../scripts/lib/package/packed-folder.mjs";
import type { System } from "../../../scripts/lib/package/plan.mjs";
import { test } from "../shell/open-app.ts";
import { archiveIn, EVERYWHERE, filesBelow, namedFiles, PACKAGING_MS, root } from "./made-package.ts";

const run = promisify(execFile);

const INFO_PLIST = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleName</key><string>Electron</string></dict></plist>`;
const LANGUAGES = ["ar", "de", "en"];

/** The bytes in which an Electron carries its fuses: nine, as its major has them, each blown the wrong way round. */
const FUSE_WIRE = Buffer.concat([
  Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
  Buffer.from([1, 9]),
  Buffer.from("101100111"),
]).toString("latin1");

/** So much of an Electron folder as electron-builder renames, rewrites or looks for. */
function standInFiles(system: System): Record<string, string> {
  if (system !== "mac") {
    const locales = ["ar.pak", "de.pak", "en-US.pak"].map((name) => [`locales/${name}`, ""]);
    const executable = system === "win" ? "electron.exe" : "electron";
    return {
      [executable]: FUSE_WIRE,
      "resources/default_app.asar": "",
      version: "",
      ...Object.fromEntries(locales),
    };
  }
  const contents = "Electron.app/Contents";
  const bundle = `${contents}/Frameworks/Electron Framework.framework`;
  const framework = `${bundle}/Versions/A`;
  const helper = `${contents}/Frameworks/Electron Helper.app/Contents`;
  const languages = LANGUAGES.flatMap((language) =>
    [contents, framework].map((place) => [`${place}/Resources/${language}.lproj/locale.pak`, ""]),
  );
  return {
    [`${contents}/Info.plist`]: INFO_PLIST,
    [`${contents}/MacOS/Electron`]: "",
    [`${bundle}/Electron Framework`]: FUSE_WIRE,
    [`${contents}/Resources/default_app.asar`]: "",
    [`${helper}/Info.plist`]: INFO_PLIST,
    [`${helper}/MacOS/Electron Helper`]: "",
    ...Object.fromEntries(languages),
  };
}

let work: string;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  await ensureBuilt();
  // Packages take them from the build: every package but this one is made by the script that makes them.
  makeNotices();
  work = mkdtempSync(join(tmpdir(), "counterside-targets-"));
});

test.afterAll(() => rmSync(work, { recursive: true, force: true }));

const ARCHS = ["x64", "arm64"];

/** Packs both architectures with electron-builder.yml as it is, but for what needs a real executable. */
async function pack(system: System): Promise<string> {
  const electronDist = join(work, `electron-${system}`);
  for (const [path, text] of Object.entries(standInFiles(system))) {
    mkdirSync(dirname(join(electronDist, path)), { recursive: true });
    writeFileSync(join(electronDist, path), text, "latin1");
  }
  const output = join(work, system);
  const config = join(work, `${system}.json`);
  const changes = {
    extends: "electron-builder.yml",
    electronDist,
    electronVersion: "45.4.1",
    directories: { output },
    // Apple's tool for signatures is on a Mac only.
    electronFuses: { resetAdHocDarwinSignature: false },
    disableAsarIntegrity: true,
    win: { signAndEditExecutable: false },
    mac: { identity: null },
  };
  writeFileSync(config, JSON.stringify(changes));
  const builder = join(root, "node_modules", "electron-builder", "cli.js");
  const words = [
    "--projectDir",
    root,
    "--config",
    config,
    `--${system}`,
    "dir",
    ...ARCHS.map((arch) => `--${arch}`),
  ];
  await run(process.execPath, [builder, ...words, "--publish", "never"], { cwd: root });
  return output;
}

const packs = new Map<System, Promise<string>>();

/** What was packed for this target, as the packaging script itself finds it; each system's are packed together. */
async function packedFor(system: System, arch: string) {
  const output = packs.get(system) ?? pack(system);
  packs.set(system, output);
  const all = packedFolders(await output, system);
  const [packed, ...others] = all.filter(({ folder }) => /-arm64\b/.test(folder) === (arch === "arm64"));
  if (packed === undefined || others.length > 0 || all.length !== ARCHS.length)
    throw new Error(`One folder was to be packed for ${system} ${arch}.`);
  return packed;
}

const TARGETS: { system: System; arch: string; native: string }[] = [
  { system: "linux", arch: "x64", native: "linux-x64.node" },
  { system: "linux", arch: "arm64", native: "linux-arm64.node" },
  { system: "win", arch: "x64", native: "win32-x64.node" },
  { system: "win", arch: "arm64", native: "win32-arm64.node" },
  { system: "mac", arch: "x64", native: "darwin-x64.node" },
  { system: "mac", arch: "arm64", native: "darwin-arm64.node" },
];

for (const { system, arch, native } of TARGETS) {
  test(`${system} ${arch} gets the same files, its own native module, two languages and safe fuses`, async () => {
    test.setTimeout(PACKAGING_MS);
    const packed = await packedFor(system, arch);
    const { folder, resources } = packed;
    const archive = archiveIn(resources);
    const nativePath = `node_modules/better-sqlite3/prebuilds/${native}`;
    expect(namedFiles(archive.packed)).toEqual(EVERYWHERE);
    expect(archive.unpacked).toEqual([nativePath]);
    expect(filesBelow(join(resources, "app.asar.unpacked"))).toEqual([nativePath]);
    expect(archive.packed.filter((path) => /\.(map|tsx?|node)$|(^|\/)test\//.test(path))).toEqual([]);
    const manifest = JSON.parse(archive.read("package.json"));
    expect(Object.keys(manifest.dependencies)).toEqual(["better-sqlite3"]);
    expect(manifest).not.toHaveProperty("devDependencies");
    // Exactly one native module, and every fuse: what keeps the packaging script itself from naming a package.
    await checkPacked(packed);
    const files = filesBelow(folder);
    expect(files.filter((path) => path.endsWith(".node"))).toHaveLength(1);
    expect(files.filter((path) => path.endsWith("/THIRD-PARTY-NOTICES.txt"))).toHaveLength(1);
    expect(files.filter((path) => /build-info|test-build/.test(path))).toEqual([]);
    expect(files.filter((path) => /default_app|(^|\/)version$/.test(path))).toEqual([]);
    expect(files.filter((path) => /\bde\.(pak|lproj)/.test(path))).toEqual([]);
    expect(files.filter((path) => /\bar\.(pak|lproj)/.test(path)).length).toBeGreaterThan(0);
  });
}
