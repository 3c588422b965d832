/**
 * Runs the bundles beside it with the compiled code that was laid beside them, so that V8 need not compile them anew
 * (docs/decisions/0021). The sources are there as ever; where there is no compiled code of theirs, or V8 refuses it,
 * they are compiled. Imported by the two smallest entries only, for it must be there before everything else.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { constants, Script } from "node:vm";
import { type CompiledTally, compiledFolder, DIGEST_BYTES, tallyOf } from "./compiled-tally.ts";

/** Each kind of process runs V8 with other flags, and code compiled under others is refused. */
type ProcessKind = "main" | "engine";

/** Where the script that makes the compiled code asks for what was compiled; in the program nobody does. */
const KEEPER = Symbol.for("counterside.keepCompiled");

/**
 * Runs `file` of `folder`, and what it requires of that folder. What it requires later is counted in the same tally.
 * @throws what the file throws, or that it can't be read
 */
export function runCompiled(folder: string, file: string, kind: ProcessKind): CompiledTally {
  const compiled = join(folder, compiledFolder(process), kind);
  const keep: unknown = Reflect.get(globalThis, KEEPER);
  const others = createRequire(join(folder, file));
  const modules = new Map<string, { exports: unknown }>();
  const tally = tallyOf(globalThis);

  const compile = (path: string): Script => {
    const source = readFileSync(path, "utf8");
    const digest = createHash("sha256").update(source).digest();
    const place = join(compiled, `${relative(folder, path)}.bin`);
    const cachedData = readCompiled(place, digest);
    const script = new Script(
      // On the first line, so that every line keeps its number.
      `(function (exports, require, module, __filename, __dirname) { ${source}\n})`,
      {
        filename: path,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        ...(cachedData === null ? {} : { cachedData }),
      },
    );
    tally[cachedData === null ? "absent" : script.cachedDataRejected ? "refused" : "taken"] += 1;
    if (typeof keep === "function") keep(place, digest, script);
    return script;
  };

  const load = (path: string): unknown => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    const folderOfIt = dirname(path);
    const require = (id: string): unknown => (id.startsWith(".") ? load(join(folderOfIt, id)) : others(id));
    try {
      const body: unknown = compile(path).runInThisContext();
      if (typeof body === "function")
        Reflect.apply(body, module.exports, [module.exports, require, module, path, folderOfIt]);
    } catch (error) {
      // As Node does: who asks again shall hear the reason again, not half of it.
      modules.delete(path);
      throw error;
    }
    return module.exports;
  };

  load(join(folder, file));
  return tally;
}

/** V8 itself compares no more than the source's length: the code counts only for the very source it was made from. */
function readCompiled(path: string, digest: Buffer): Buffer | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    // Not there: another system's package, or a checkout that made none.
    return null;
  }
  return bytes.subarray(0, DIGEST_BYTES).equals(digest) ? bytes.subarray(DIGEST_BYTES) : null;
}
