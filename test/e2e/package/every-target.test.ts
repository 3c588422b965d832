/**
 * The files lists of all targets, put to electron-builder itself with an empty stand-in for their Electron: what
 * would be packed can be seen anywhere, what their installers do only on their own systems.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { archiveIn, EVERYWHERE, filesBelow, namedFiles, root } from "./made-package.ts";

const run = promisify(execFile);

const INFO_PLIST = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleName</key><string>Electron</string></dict></plist>`;
const LANGUAGES = ["ar", "de", "en"];

/** So much of an Electron folder as electron-builder renames, rewrites or looks for. */
function standInFiles(system: string): Record<string, string> {
  if (system !== "mac") {
    const locales = ["ar.pak", "de.pak", "en-US.pak"].map((name) => [`locales/${name}`, ""]);
    const executable = system === "win" ? "electron.exe" : "electron";
    return {
      [executable]: "",
      "resources/default_app.asar": "",
      version: "",
      ...Object.fromEntries(locales),
    };
  }
  const contents = "Electron.app/Contents";
  const framework = `${contents}/Frameworks/Electron Framework.framework/Versions/A`;
  const helper = `${contents}/Frameworks/Electron Helper.app/Contents`;
  const languages = LANGUAGES.flatMap((language) =>
    [contents, framework].map((place) => [`${place}/Resources/${language}.lproj/locale.pak`, ""]),
  );
  return {
    [`${contents}/Info.plist`]: INFO_PLIST,
    [`${contents}/MacOS/Electron`]: "",
    [`${contents}/Resources/default_app.asar`]: "",
    [`${helper}/Info.plist`]: INFO_PLIST,
    [`${helper}/MacOS/Electron Helper`]: "",
    ...Object.fromEntries(languages),
  };
}

let work: string;

test.beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "counterside-targets-"));
});

test.afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Packs with electron-builder.yml as it is, but for what needs a real executable. */
async function pack(system: string, arch: string): Promise<string> {
  const electronDist = join(work, `electron-${system}-${arch}`);
  for (const [path, text] of Object.entries(standInFiles(system))) {
    mkdirSync(dirname(join(electronDist, path)), { recursive: true });
    writeFileSync(join(electronDist, path), text);
  }
  const output = join(work, `${system}-${arch}`);
  const config = join(work, `${system}-${arch}.json`);
  const changes = {
    extends: "electron-builder.yml",
    electronDist,
    electronVersion: "45.4.1",
    directories: { output },
    electronFuses: null,
    disableAsarIntegrity: true,
    win: { signAndEditExecutable: false },
    mac: { identity: null },
  };
  writeFileSync(config, JSON.stringify(changes));
  const builder = join(root, "node_modules", "electron-builder", "cli.js");
  const words = ["--projectDir", root, "--config", config, `--${system}`, "dir", `--${arch}`];
  await run(process.execPath, [builder, ...words, "--publish", "never"], { cwd: root });
  return output;
}

/** The resources folder of what was packed. */
function resourcesIn(output: string, system: string): string {
  const place = filesBelow(output).find((path) => path.endsWith("/app.asar"));
  if (place === undefined) throw new Error(`Nothing was packed for ${system}.`);
  return join(output, dirname(place));
}

const TARGETS = [
  { system: "linux", arch: "x64", native: "linux-x64.node" },
  { system: "linux", arch: "arm64", native: "linux-arm64.node" },
  { system: "win", arch: "x64", native: "win32-x64.node" },
  { system: "win", arch: "arm64", native: "win32-arm64.node" },
  { system: "mac", arch: "x64", native: "darwin-x64.node" },
  { system: "mac", arch: "arm64", native: "darwin-arm64.node" },
];

for (const { system, arch, native } of TARGETS) {
  test(`${system} ${arch} gets the same files, its own native module and two languages`, async () => {
    const output = await pack(system, arch);
    const resources = resourcesIn(output, system);
    const archive = archiveIn(resources);
    const nativePath = `node_modules/better-sqlite3/prebuilds/${native}`;
    expect(namedFiles(archive.packed)).toEqual(EVERYWHERE);
    expect(archive.unpacked).toEqual([nativePath]);
    expect(filesBelow(join(resources, "app.asar.unpacked"))).toEqual([nativePath]);
    const files = filesBelow(output);
    expect(files.filter((path) => /default_app|(^|\/)version$/.test(path))).toEqual([]);
    expect(files.filter((path) => /\bde\.(pak|lproj)/.test(path))).toEqual([]);
    expect(files.filter((path) => /\bar\.(pak|lproj)/.test(path)).length).toBeGreaterThan(0);
  });
}
