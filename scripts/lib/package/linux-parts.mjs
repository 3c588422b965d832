/** What a Linux package lays outside /opt: the software centre's page, the manual, and Debian's two documents. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { inRoot } from "../paths.mjs";
import { debianChangelog } from "../release/changelog.mjs";

/** As electron-builder.yml names them; a test compares the two. */
export const MAINTAINER = "The Counterside authors <maintainers@counterside.invalid>";

/**
 * Writes them and answers where each goes, as fpm takes it ("from=to").
 * @param {string} output electron-builder's output folder
 * @returns {{ system: string[], debian: string[] }} for every package, and for a deb besides
 */
export function layLinuxParts(output) {
  const folder = join(output, "linux-parts");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const source = (/** @type {string} */ name) => inRoot("build-resources", "linux", name);
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const changelog = debianChangelog(readFileSync(inRoot("CHANGELOG.md"), "utf8"), {
    version,
    maintainer: MAINTAINER,
    now: new Date(),
  });
  const lay = (/** @type {string} */ name, /** @type {string} */ to, /** @type {Buffer} */ content) => {
    writeFileSync(join(folder, name), content);
    return `${join(folder, name)}=${to}/${name}`;
  };
  // gzipSync names no time and no file, so the same words make the same bytes.
  const packed = (/** @type {string | Buffer} */ content) => gzipSync(content, { level: 9 });
  const metainfo = "com.counterside.app.metainfo.xml";
  return {
    system: [
      lay(metainfo, "/usr/share/metainfo", readFileSync(source(metainfo))),
      lay("counterside.1.gz", "/usr/share/man/man1", packed(readFileSync(source("counterside.1")))),
      lay("copyright", "/usr/share/doc/counterside", readFileSync(source("copyright"))),
    ],
    debian: [lay("changelog.gz", "/usr/share/doc/counterside", packed(changelog))],
  };
}
