/** Packages by electron-builder: with the official Electron, or a test build with the fallback. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { ensureBuilt, requireBuilt, sourceDigest } from "../build.mjs";
import { makeNotices } from "../notices/make.mjs";
import { inRoot, root } from "../paths.mjs";
import { sectionOf } from "../release/changelog.mjs";
import { changelogText } from "../release/folder.mjs";
import { emptySigningNames, signingConfig, signingOf } from "../release/signing.mjs";
import { onPath, tail } from "../run-command.mjs";
import { Refusal, say } from "../say.mjs";
import { electronRuntime } from "../set-up/electron-runtime.mjs";
import { withMachineLock } from "../set-up/machine-lock.mjs";
import { ensureOfficialElectron, officialVersion } from "../set-up/official-electron.mjs";
import { ensureSystemLibraries } from "../set-up/system-libraries.mjs";
import { layLinuxParts } from "./linux-parts.mjs";
import { checkPacked, packedFolders } from "./packed-folder.mjs";
import { asTestBuild, runsOf } from "./plan.mjs";

/**
 * @typedef {import("./plan.mjs").PackagePlan} PackagePlan
 * @typedef {object} Job
 * @property {PackagePlan} plan
 * @property {string} output electron-builder's output folder
 * @property {string} electron what a stamp names
 * @property {Record<string, unknown>} config for electron-builder
 * @property {string | null} sqliteBinding the fallback's own, in a test build
 */

/** Everything a package is made of; a change in any of it makes it anew. */
const ingredients = [
  "CHANGELOG.md",
  "contract",
  "main",
  "preload",
  "renderer",
  "build-resources",
  "electron-builder.yml",
  "electron-builder.test-build.yml",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
  "scripts/lib/notices",
  "scripts/lib/package",
  "tsconfig.json",
];

const ownFpm = inRoot("scripts", "lib", "package", "fpm-on-dpkg-deb.mjs");

/** Beside the archive's own files; main/shell/engine/environment.ts reads the first. */
const testBuildParts = { info: "build-info.json", binding: "sqlite-for-test-build.node" };

/**
 * @param {PackagePlan} plan
 * @param {{ yes?: boolean | undefined, retryElectron?: boolean | undefined, force?: boolean | undefined }} choices
 * @returns {Promise<string[]>} what was made, relative to the checkout
 */
export async function makePackage(plan, choices) {
  if (plan.release) requireBuilt();
  const official = await ensureOfficialElectron(choices.retryElectron ?? false);
  const job =
    "executable" in official
      ? officialJob(plan)
      : await testBuildJob(asTestBuild(plan, official.failure), choices);
  await prepareTools(job.plan);
  // Taken before the build, so that a file saved since then makes the next run package again.
  const stamp = stampOf(job, sourceDigest(root, ingredients));
  // The bundler doesn't run beside a release's certificates.
  if (!plan.release) await ensureBuilt();
  const lock = `package-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`;
  return withMachineLock(lock, async () => {
    const present = choices.force || plan.release ? undefined : stamp.read();
    if (present !== undefined) return present;
    stamp.forget();
    // What an earlier run left must not be read as this one's.
    for (const { folder } of packedFolders(job.output, plan.system)) rmSync(folder, { recursive: true });
    makeNotices();
    if (job.sqliteBinding !== null) layTestBuildParts(job.output, job.sqliteBinding);
    const artifacts = await runBuilder(withLinuxParts(job));
    const folders = packedFolders(job.output, plan.system);
    for (const packed of folders) await checkPacked(packed);
    const made = [...folders.map(({ folder }) => folder), ...artifacts].map((path) => relative(root, path));
    stamp.write(made);
    return made;
  });
}

/** @param {PackagePlan} plan @returns {Job} */
function officialJob(plan) {
  return {
    plan,
    output: inRoot("dist"),
    electron: officialVersion(),
    config: { extends: "electron-builder.yml", ...(plan.release ? releaseConfig(plan.system) : {}) },
    sqliteBinding: null,
  };
}

/** @param {import("./plan.mjs").System} system */
function releaseConfig(system) {
  for (const name of emptySigningNames(process.env)) delete process.env[name];
  // Apple's tool wants a file, and a workflow's secret is a text.
  const appleKey = process.env.APPLE_API_KEY;
  if (appleKey?.includes("BEGIN PRIVATE KEY")) {
    const path = join(mkdtempSync(join(tmpdir(), "counterside-signing-")), "key.p8");
    writeFileSync(path, appleKey, { mode: 0o600 });
    process.env.APPLE_API_KEY = path;
    process.once("exit", () => rmSync(dirname(path), { recursive: true, force: true }));
  }
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  return signingConfig(signingOf(system, process.env), sectionOf(changelogText(), version).text);
}

/**
 * @param {PackagePlan} plan
 * @param {{ yes?: boolean | undefined }} choices
 * @returns {Promise<Job>}
 */
async function testBuildJob(plan, { yes }) {
  const runtime = await electronRuntime({ yes });
  if (runtime.sqliteBinding === null)
    throw new Error("The fallback Electron comes with its own SQLite binding.");
  say("This is a TEST BUILD: it holds an unofficial, outdated Electron and must not be given to anyone.");
  return {
    plan,
    output: inRoot("dist", "test-build"),
    electron: `${runtime.version} (fallback)`,
    config: {
      extends: "electron-builder.test-build.yml",
      electronDist: dirname(runtime.executable),
      electronVersion: runtime.version,
    },
    sqliteBinding: runtime.sqliteBinding,
  };
}

/** Tools that electron-builder would fetch from GitHub, taken from the system. @param {PackagePlan} plan */
async function prepareTools({ system, formats }) {
  if (process.platform !== "linux") return;
  if (formats.includes("tar.gz")) await ensureSystemLibraries(["p7zip-full"], "pack a tar.gz");
  const sevenZip = (process.env.PATH ?? "").split(":").find((folder) => existsSync(join(folder, "7za")));
  if (sevenZip !== undefined) process.env.ELECTRON_BUILDER_7ZIP_PATH ??= join(sevenZip, "7za");
  const debs = system === "linux" && (formats.length === 0 || formats.includes("deb"));
  if (!debs) return;
  if (!onPath("dpkg-deb")) {
    throw new Refusal(
      "A deb is made with dpkg-deb: install the package dpkg with this system's package manager.",
    );
  }
}

/** What Linux packages hold beside the program, for electron-builder's fpm. @param {Job} job @returns {Job} */
function withLinuxParts(job) {
  if (job.plan.system !== "linux") return job;
  const { system, debian } = layLinuxParts(job.output);
  // A test build is made quickly rather than small.
  const quick = job.sqliteBinding === null ? [] : ["--deb-compression", "none"];
  const config = { ...job.config, deb: { fpm: [...quick, ...system, ...debian] }, rpm: { fpm: system } };
  return { ...job, config };
}

/** @param {string} output @param {string} sqliteBinding */
function layTestBuildParts(output, sqliteBinding) {
  const parts = join(output, "parts");
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true });
  copyFileSync(sqliteBinding, join(parts, testBuildParts.binding));
  const info = { testBuild: true, sqliteBinding: join("app.asar.unpacked", testBuildParts.binding) };
  writeFileSync(join(parts, testBuildParts.info), `${JSON.stringify(info, null, 2)}\n`);
}

/** @param {Job} job @returns {Promise<string[]>} the artefacts' paths */
async function runBuilder({ plan, config }) {
  const artifacts = [];
  for (const formats of runsOf(plan)) {
    const makesRpm = formats.includes("rpm");
    if (makesRpm) await ensureSystemLibraries(["rpm"], "pack an rpm");
    if (plan.system === "linux" && !makesRpm) process.env.CUSTOM_FPM_PATH ??= ownFpm;
    else if (process.env.CUSTOM_FPM_PATH === ownFpm) delete process.env.CUSTOM_FPM_PATH;
    artifacts.push(...(await runBuilderOnce(plan, formats, config)));
  }
  return artifacts;
}

/**
 * @param {PackagePlan} plan
 * @param {string[]} formats
 * @param {Record<string, unknown>} config
 * @returns {Promise<string[]>}
 */
async function runBuilderOnce(plan, formats, config) {
  // Loaded late: it is large, and a refusal needs none of it.
  const { build } = await import("electron-builder");
  try {
    return await build({
      [plan.system]: formats,
      ...Object.fromEntries(plan.archs.map((arch) => [arch, true])),
      projectDir: root,
      publish: "never",
      config,
    });
  } catch (error) {
    const words = /** @type {Error} */ (error).message;
    throw new Refusal(`electron-builder could not make the package:\n${tail(words, 10)}`);
  }
}

/**
 * What was made of which sources: one file in the output folder. A change of the sources forgets all of it, because
 * every kind of package is made through the same unpacked folder.
 * @param {Job} job
 * @param {string} digest
 */
function stampOf({ plan, output, electron }, digest) {
  const path = join(output, ".made.json");
  const kind = [plan.system, ...plan.archs, ...plan.formats].join(" ");
  /** @returns {Record<string, string[]>} */
  const readAll = () => {
    try {
      const past = JSON.parse(readFileSync(path, "utf8"));
      return past.digest === digest && past.electron === electron ? past.kinds : {};
    } catch {
      return {};
    }
  };
  const writeAll = (/** @type {Record<string, string[]>} */ kinds) => {
    mkdirSync(output, { recursive: true });
    writeFileSync(path, `${JSON.stringify({ digest, electron, kinds }, null, 2)}\n`);
  };
  return {
    read: () => {
      const made = readAll()[kind];
      return made?.every((name) => existsSync(inRoot(name))) ? made : undefined;
    },
    forget: () => {
      const { [kind]: _, ...others } = readAll();
      writeAll(others);
    },
    write: (/** @type {string[]} */ made) => writeAll({ ...readAll(), [kind]: made }),
  };
}
