#!/usr/bin/env node
/**
 * Runs where electron-builder expects fpm (CUSTOM_FPM_PATH) and makes the deb with dpkg-deb, which every
 * Debian has: fpm itself would have to be fetched from GitHub.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { readFpmWords } from "./deb-control.mjs";

const order = readFpmWords(process.argv.slice(2));
const tree = mkdtempSync(join(tmpdir(), "counterside-deb-"));
try {
  for (const { from, to } of order.files) {
    const target = join(tree, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  const files = settle(tree);
  const kilobytes = files.reduce((sum, { size }) => sum + Math.ceil(size / 1024), 0);
  const control = join(tree, "DEBIAN");
  mkdirSync(control, { mode: 0o755 });
  writeFileSync(join(control, "control"), `${order.control.trimEnd()}\nInstalled-Size: ${kilobytes}\n`);
  const sums = files.map(({ path, md5 }) => `${md5}  ${relative(tree, path)}\n`);
  writeFileSync(join(control, "md5sums"), sums.join(""));
  for (const [name, source] of [
    ["postinst", order.afterInstall],
    ["postrm", order.afterRemove],
  ]) {
    const script = join(control, String(name));
    cpSync(String(source), script);
    chmodSync(script, 0o755);
  }
  // Everything in the package belongs to root, whichever user makes it.
  execFileSync("dpkg-deb", ["--root-owner-group", `-Z${order.compression}`, "--build", tree, order.output], {
    stdio: "inherit",
  });
} finally {
  rmSync(tree, { recursive: true, force: true });
}

/**
 * Makes everything readable by all and writable by its owner only, whatever the mask here, and lists the files.
 * @param {string} path
 * @returns {{ path: string, size: number, md5: string }[]}
 */
function settle(path) {
  const known = lstatSync(path);
  if (known.isSymbolicLink()) return [];
  if (known.isDirectory()) {
    chmodSync(path, 0o755);
    return readdirSync(path)
      .sort()
      .flatMap((name) => settle(join(path, name)));
  }
  // A native module is read by the loader and never started.
  chmodSync(path, (known.mode & 0o111) === 0 || path.endsWith(".node") ? 0o644 : 0o755);
  const md5 = createHash("md5").update(readFileSync(path)).digest("hex");
  return [{ path, size: known.size, md5 }];
}
