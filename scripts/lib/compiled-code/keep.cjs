/** Inside a process of the built program: keeps what was compiled, with the functions that ran. */
const { mkdirSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");

/**
 * To be called before the program runs; what it answers writes the files where `main/compiled-code.ts` looks for
 * them, each with its source's digest first.
 */
exports.keepCompiled = () => {
  /** @type {{ path: string, digest: Buffer, script: import("node:vm").Script }[]} */
  const kept = [];
  Reflect.set(
    globalThis,
    Symbol.for("counterside.keepCompiled"),
    (
      /** @type {string} */ path,
      /** @type {Buffer} */ digest,
      /** @type {import("node:vm").Script} */ script,
    ) => void kept.push({ path, digest, script }),
  );
  return () => {
    for (const { path, digest, script } of kept) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.concat([digest, script.createCachedData()]));
    }
  };
};
