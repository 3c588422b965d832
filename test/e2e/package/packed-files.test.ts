/** What is in the package of this machine's system, to the file. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { importedPackages } from "../../../scripts/lib/checks/audit-packages.mjs";
import { checkLicences, shippedPackages } from "../../../scripts/lib/notices/shipped.mjs";
import { test } from "../shell/open-app.ts";
import {
  type ArchiveContent,
  archiveIn,
  EVERYWHERE,
  filesBelow,
  type MadePackage,
  makePackageOnce,
  namedFiles,
  PACKAGING_MS,
  root,
} from "./made-package.ts";

const run = promisify(execFile);

test.skip(process.platform !== "linux", "packages of the other systems are made by the release workflow");

let made: MadePackage;
let archive: ArchiveContent;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  made = await makePackageOnce();
  archive = archiveIn(made.resources);
});

test("the archive holds the bundles and better-sqlite3, and nothing else", () => {
  const buildInfo = made.testBuild ? ["build-info.json"] : [];
  expect(namedFiles(archive.packed)).toEqual([...EVERYWHERE, ...buildInfo].sort());
  expect(archive.packed.filter((path) => /\.(map|tsx?|node)$|(^|\/)test\//.test(path))).toEqual([]);
});

test("exactly one native module lies beside the archive", () => {
  const native = made.testBuild
    ? "sqlite-for-test-build.node"
    : `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`;
  expect(archive.unpacked).toEqual([native]);
  expect(filesBelow(join(made.resources, "app.asar.unpacked"))).toEqual([native]);
  expect(filesBelow(made.folder).filter((path) => path.endsWith(".node"))).toEqual([
    `resources/app.asar.unpacked/${native}`,
  ]);
});

test("its package.json says nothing of development", () => {
  const manifest = JSON.parse(archive.read("package.json"));
  expect(manifest).toMatchObject({
    name: "counterside",
    productName: "Counterside",
    main: "out/main/index.js",
    type: "module",
    desktopName: "counterside.desktop",
  });
  expect(Object.keys(manifest.dependencies)).toEqual(["better-sqlite3"]);
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(manifest).not.toHaveProperty("scripts");
  expect(manifest.optionalDependencies ?? {}).toEqual({});
});

test("nothing of the Electron folder's own app is left, and two languages are", () => {
  const files = filesBelow(made.folder);
  expect(files.filter((path) => path.startsWith("resources/") && !path.includes("app.asar"))).toEqual([
    "resources/THIRD-PARTY-NOTICES.txt",
    "resources/apparmor-profile",
  ]);
  expect(files.filter((path) => path.startsWith("locales/"))).toEqual([
    "locales/ar.pak",
    "locales/en-GB.pak",
    "locales/en-US.pak",
  ]);
  expect(files).toEqual(expect.arrayContaining(["LICENSE.electron.txt", "LICENSES.chromium.html"]));
});

test("the notices name every package in the program, each with a licence text", () => {
  const text = readFileSync(join(made.resources, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const [, ...sections] = text.split(`\n${"=".repeat(78)}\n`);
  const named = new Set<string>();
  for (const section of sections) {
    const cut = section.indexOf("\n\n");
    expect(section.slice(cut).trim().length).toBeGreaterThan(200);
    for (const line of section.slice(0, cut).split("\n")) named.add(line);
  }
  const shipped = shippedPackages();
  expect([...named].sort()).toEqual(
    shipped.map(({ name, version, license }) => `${name} ${version} (${license})`).sort(),
  );
  // Found another way: what our own sources import. Types leave nothing in a bundle.
  const names = new Set(shipped.map(({ name }) => name));
  expect(importedPackages().filter((name) => !names.has(name))).toEqual([]);
  expect(() => checkLicences(shipped)).not.toThrow();
});

test("the bill of materials names the same packages, each held to a hash", async () => {
  const folder = mkdtempSync(join(tmpdir(), "counterside-sbom-"));
  try {
    await run(process.execPath, [join(root, "scripts", "release", "sbom.mjs"), "--folder", folder], {
      cwd: root,
    });
    const [name = ""] = filesBelow(folder);
    const bom = JSON.parse(readFileSync(join(folder, name), "utf8"));
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "counterside" } } });
    const components: { name: string; version: string; hashes?: unknown[] }[] = bom.components;
    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
      shippedPackages()
        .map(({ name, version }) => `${name}@${version}`)
        .sort(),
    );
    expect(components.filter(({ hashes }) => hashes?.length !== 1)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a test build says so by its names", () => {
  test.skip(!made.testBuild, "this package is made with the official Electron");
  expect(made.deb).toMatch(/test-build/);
  expect(JSON.parse(archive.read("build-info.json"))).toEqual({
    testBuild: true,
    sqliteBinding: "app.asar.unpacked/sqlite-for-test-build.node",
  });
});
