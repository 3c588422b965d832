/** The deb, looked at with dpkg-deb: installing it is tried elsewhere. */
import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { MAINTAINER } from "../../../scripts/lib/package/linux-parts.mjs";
import { test } from "../shell/open-app.ts";
import { type MadePackage, makePackageOnce, PACKAGING_MS } from "./made-package.ts";

const run = promisify(execFile);
const dpkg = async (...words: string[]) =>
  (await run("dpkg-deb", words, { maxBuffer: 16 * 1024 * 1024 })).stdout;

test.skip(process.platform !== "linux", "a deb is made on Linux");

let made: MadePackage;

test.beforeAll(async () => {
  test.setTimeout(PACKAGING_MS);
  made = await makePackageOnce();
});

test("its control file says what it is and what it needs", async () => {
  const fields = await dpkg("--field", made.deb);
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  expect(fields).toContain("Package: counterside\n");
  expect(fields).toMatch(/^Version: \d+\.\d+\.\d+/m);
  expect(fields).toContain(`Architecture: ${architecture}\n`);
  expect(fields).toMatch(/^Maintainer: .+ <.+@.+>$/m);
  expect(fields).toContain("Section: utils\n");
  expect(fields).toMatch(/^Installed-Size: \d{5,}$/m);
  expect(fields).not.toMatch(/^(Homepage|Vendor|Recommends):/m);
  const depends = /^Depends: (.*)$/m.exec(fields)?.[1]?.split(", ") ?? [];
  expect(depends).toEqual(
    expect.arrayContaining([
      "libc6",
      "libgtk-3-0 | libgtk-3-0t64",
      "libnss3",
      "libasound2 | libasound2t64",
      "libgbm1",
    ]),
  );
  if (made.testBuild) {
    expect(fields).toMatch(/^Description: TEST BUILD/m);
    expect(basename(made.deb)).toContain("test-build");
  }
});

test("it lays the program, a menu entry and icons, all of them root's and nobody else's to write", async () => {
  const lines = (await dpkg("--contents", made.deb)).trim().split("\n");
  const entries = lines.map((line) => {
    const [mode = "", owner = "", size = "", , , ...path] = line.split(/\s+/);
    return { mode, owner, size: Number(size), path: path.join(" ") };
  });
  expect(entries.filter(({ owner }) => owner !== "root/root")).toEqual([]);
  expect(entries.filter(({ mode }) => mode[5] === "w" || mode[8] === "w")).toEqual([]);
  const places = new Map(entries.map((entry) => [entry.path, entry]));
  expect(places.get("./opt/Counterside/counterside")?.mode).toBe("-rwxr-xr-x");
  expect(places.get("./opt/Counterside/chrome-sandbox")?.mode).toBe("-rwxr-xr-x");
  expect(places.get("./opt/Counterside/resources/app.asar")?.size).toBeGreaterThan(100_000);
  const icons = [16, 32, 48, 64, 128, 256, 512, 1024].map(
    (size) => `./usr/share/icons/hicolor/${size}x${size}/apps/counterside.png`,
  );
  for (const icon of icons) expect([...places.keys()]).toContain(icon);
  const outside = entries.filter(
    ({ mode, path }) =>
      !mode.startsWith("d") && !path.startsWith("./opt/Counterside/") && !icons.includes(path),
  );
  expect(outside.map(({ path }) => path)).toEqual([
    "./usr/share/applications/counterside.desktop",
    "./usr/share/doc/counterside/changelog.gz",
    "./usr/share/doc/counterside/copyright",
    "./usr/share/man/man1/counterside.1.gz",
    "./usr/share/metainfo/com.counterside.app.metainfo.xml",
  ]);
  expect(entries.filter(({ mode, path }) => path.endsWith(".node") && mode.includes("x"))).toEqual([]);
});

test("its menu entry starts the program and carries Arabic words", async () => {
  const { stdout } = await run("sh", [
    "-c",
    'dpkg-deb --fsys-tarfile "$0" | tar -xO ./usr/share/applications/counterside.desktop',
    made.deb,
  ]);
  const lines = stdout.trim().split("\n");
  expect(lines[0]).toBe("[Desktop Entry]");
  expect(lines).toEqual(
    expect.arrayContaining([
      "Name=Counterside",
      "Exec=/opt/Counterside/counterside %U",
      "Icon=counterside",
      "StartupWMClass=counterside",
      "Type=Application",
      "Categories=Office;",
    ]),
  );
  expect(stdout).toMatch(/^Comment\[ar\]=./m);
});

test("its scripts settle Chromium's sandbox and take the command away again", async () => {
  expect(await dpkg("--info", made.deb, "postinst")).toContain("chmod 4755 /opt/Counterside/chrome-sandbox");
  expect(await dpkg("--info", made.deb, "postrm")).toContain("update-alternatives --remove counterside");
});

test("its maintainer is the one that electron-builder.yml names", async () => {
  expect((await dpkg("--field", made.deb, "Maintainer")).trim()).toBe(MAINTAINER);
});
