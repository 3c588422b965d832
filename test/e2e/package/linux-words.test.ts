/** What a deb says to software centres, menus, the manual and Debian's own checker, read by the tools of each. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { lacking } from "../../helpers/system-programs.ts";
import { test } from "../shell/open-app.ts";
import { filesBelow, type MadePackage, makePackageOnce, PACKAGING_MS, root } from "./made-package.ts";

const run = promisify(execFile);

test.skip(process.platform !== "linux", "a deb is made on Linux");

let made: MadePackage;
let tree: string;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  const reason = lacking("desktop-file-validate", "appstreamcli", "mandoc", "lintian");
  test.skip(reason !== null, reason ?? "");
  made = await makePackageOnce();
  tree = mkdtempSync(join(tmpdir(), "counterside-deb-tree-"));
  await run("dpkg-deb", ["--extract", made.deb, tree]);
});

test.afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Everything a command said, whether or not it was content. */
const said = (command: string, ...words: string[]) =>
  run(command, words, { maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => ({ content: true, words: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ content: false, words: error.stdout + error.stderr }),
  );

test("its menu entry is a valid one", async () => {
  const answer = await said(
    "desktop-file-validate",
    join(tree, "usr/share/applications/counterside.desktop"),
  );
  expect(answer).toEqual({ content: true, words: "" });
});

test("its page in a software centre is valid, in both languages, and belongs to the menu entry", async () => {
  const answer = await said("appstreamcli", "validate-tree", "--no-net", "--no-color", tree);
  expect(answer.words).not.toMatch(/^\s*[EW]:/m);
  expect(answer.content).toBe(true);
  const text = readFileSync(join(tree, "usr/share/metainfo/com.counterside.app.metainfo.xml"), "utf8");
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  for (const tag of ["summary", "p", "li"]) {
    expect(count(new RegExp(`<${tag} xml:lang="ar">`, "g"))).toBeGreaterThan(0);
    expect(count(new RegExp(`<${tag} xml:lang="ar">`, "g"))).toBe(count(new RegExp(`<${tag}>`, "g")));
  }
});

test("its manual has nothing that a manual's checker would complain of, and names every switch", async () => {
  const page = gunzipSync(readFileSync(join(tree, "usr/share/man/man1/counterside.1.gz")));
  const plain = join(tree, "counterside.1");
  writeFileSync(plain, page);
  expect(await said("mandoc", "-T", "lint", plain)).toEqual({ content: true, words: "" });
  const switches =
    readFileSync(join(root, "main/shell/start/profile.ts"), "utf8").match(/--[a-z]+(?=[" =])/g) ?? [];
  expect(switches.length).toBeGreaterThan(1);
  for (const name of switches) expect(page.toString("utf8")).toContain(name.replaceAll("-", "\\-"));
});

/**
 * The same package without Chromium's large files, which lintian would read for minutes and which come as they are.
 * What stays: all scripts, everything outside /opt, the sandbox helper and the native module.
 */
async function withoutChromium(deb: string): Promise<string> {
  const slim = join(tree, "slim");
  await run("dpkg-deb", ["--raw-extract", deb, slim]);
  const program = join(slim, "opt", "Counterside");
  const kept = /^(chrome-sandbox|LICENSE.*|resources(\/(?!app\.asar$).*)?)$/;
  const dropped = filesBelow(program).filter((path) => !kept.test(path));
  for (const path of dropped) rmSync(join(program, path));
  rmSync(join(program, "locales"), { recursive: true });
  const sums = join(slim, "DEBIAN", "md5sums");
  const lines = readFileSync(sums, "utf8").split("\n");
  const gone = new Set(dropped.map((path) => `opt/Counterside/${path}`));
  writeFileSync(sums, lines.filter((line) => !gone.has(line.slice(34))).join("\n"));
  const path = join(tree, "slim.deb");
  await run("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", slim, path]);
  return path;
}

/** What lintian calls an error and we leave, each with its reason. */
const LEFT: Record<string, string> = {
  "dir-or-file-in-opt": "a package from outside Debian belongs into /opt",
  "unstripped-binary-or-object": "Electron's and better-sqlite3's files stay as they were published",
};

test("Debian's checker finds no error but those that a package in /opt must have", async () => {
  test.setTimeout(PACKAGING_MS);
  const answer = await said(
    "lintian",
    ...["--allow-root", "--no-cfg", "--tag-display-limit", "0", "--display-level", "error"],
    await withoutChromium(made.deb),
  );
  const found = [...answer.words.matchAll(/^E: counterside: ([\w-]+).*$/gm)];
  expect([...new Set(found.map(([, tag]) => tag))].sort()).toEqual(Object.keys(LEFT).sort());
});
