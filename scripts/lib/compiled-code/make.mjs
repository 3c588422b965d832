/**
 * Compiled code for the built program, made by the Electron that will run it and laid beside the bundles: V8's own
 * form of what a start compiles, which saves compiling it (docs/decisions/0021). What it is made from is checked when
 * it is used, and so is the V8 that made it.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { electronEnvironment } from "../electron-runtime.mjs";
import { withMachineLock } from "../machine-lock.mjs";
import { inRoot } from "../paths.mjs";
import { runCommand, tail } from "../run-command.mjs";
import { Refusal, withProgress } from "../say.mjs";
import { withDisplay } from "../xvfb.mjs";

const FOLDER = inRoot("out", "main", "compiled");
/** For whom it was made and from which build. */
const STAMP = inRoot("out", ".compiled-for");

/** @typedef {import("../electron-runtime.mjs").ElectronRuntime} ElectronRuntime */

/**
 * Makes it where it isn't there for this Electron and this build. The program must be built.
 * @param {ElectronRuntime} runtime
 */
export async function ensureCompiledCode(runtime) {
  const wanted = `${runtime.version} ${process.platform} ${process.arch} ${readFileSync(inRoot("out", ".built-from"), "utf8")}`;
  await withMachineLock("compiled-code", async () => {
    if (existsSync(FOLDER) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
    forgetCompiledCode();
    await withProgress("Compiling for this Electron", () => make(runtime));
    writeFileSync(STAMP, wanted);
  });
}

/** A build without it is whole: it compiles as it starts. */
export function forgetCompiledCode() {
  rmSync(STAMP, { force: true });
  rmSync(FOLDER, { recursive: true, force: true });
}

/** @param {ElectronRuntime} runtime */
async function make(runtime) {
  const profile = mkdtempSync(join(tmpdir(), "counterside-compiling-"));
  try {
    const result = await withDisplay(
      (env) =>
        runCommand(
          runtime.executable,
          [...runtime.args, inRoot("scripts", "lib", "compiled-code", "main.cjs"), "--profile", profile],
          {
            env: {
              ...electronEnvironment(runtime, env),
              COUNTERSIDE_OUT: inRoot("out"),
            },
            timeoutMs: 60_000,
          },
        ),
      { always: true },
    );
    const made = existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: "utf8" }) : [];
    const isThere = (/** @type {string} */ name) => made.some((path) => basename(path) === name);
    if (result.code !== 0 || !isThere("start.js.bin") || !isThere("engine-program.js.bin")) {
      forgetCompiledCode();
      throw new Refusal(`The program's code could not be compiled ahead:\n${tail(result.output, 10)}`);
    }
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
