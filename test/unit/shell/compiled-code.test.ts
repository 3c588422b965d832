import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCompiled } from "../../../main/compiled-code.ts";
import { compiledFolder, DIGEST_BYTES } from "../../../main/compiled-tally.ts";

const { keepCompiled } = createRequire(import.meta.url)("../../../scripts/lib/compiled-code/keep.cjs");
const SAID = "counterside-test-said";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterside-compiled-"));
  mkdirSync(join(folder, "chunks"));
  lay(
    "program.js",
    `"use strict";
const part = require("./chunks/part.js");
const { sep } = require("node:path");
globalThis["${SAID}"] = part.word() + sep;`,
  );
  lay("chunks/part.js", 'exports.word = () => "first";\nexports.back = () => require("../program.js");');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const name of ["counterside.keepCompiled", "counterside.compiledTally"])
    Reflect.deleteProperty(globalThis, Symbol.for(name));
  Reflect.deleteProperty(globalThis, SAID);
});

const lay = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
const said = (): unknown => Reflect.get(globalThis, SAID);

/** Runs it with a tally of its own. */
function run() {
  Reflect.deleteProperty(globalThis, Symbol.for("counterside.compiledTally"));
  return { ...runCompiled(folder, "program.js", "engine") };
}

function keep(): void {
  const write: () => void = keepCompiled();
  run();
  write();
  Reflect.deleteProperty(globalThis, Symbol.for("counterside.keepCompiled"));
}

describe("a program with its compiled code", () => {
  it("runs without any", () => {
    expect(run()).toEqual({ taken: 0, refused: 0, absent: 2 });
    expect(said()).toMatch(/^first/);
  });

  it("runs from what was kept, each file from its own", () => {
    keep();
    expect(
      readdirSync(join(folder, compiledFolder(process), "engine"), {
        recursive: true,
        encoding: "utf8",
      }).sort(),
    ).toEqual(["chunks", join("chunks", "part.js.bin"), "program.js.bin"]);
    expect(run()).toEqual({ taken: 2, refused: 0, absent: 0 });
    expect(said()).toMatch(/^first/);
  });

  it("is compiled where the source is another one, though it is as long", () => {
    keep();
    lay("chunks/part.js", 'exports.word = () => "other";\nexports.back = () => require("../program.js");');
    expect(run()).toEqual({ taken: 1, refused: 0, absent: 1 });
    expect(said()).toMatch(/^other/);
  });

  it("is compiled where V8 refuses what was kept", () => {
    keep();
    // Never compiled in this process, for V8 remembers what it compiled.
    const source = `"use strict";\nglobalThis["${SAID}"] = "compiled ${process.hrtime.bigint()}";`;
    lay("program.js", source);
    const path = join(compiledFolder(process), "engine", "program.js.bin");
    const digest = createHash("sha256").update(source).digest();
    lay(path, Buffer.concat([digest, Buffer.alloc(400, 7)]));
    expect(digest).toHaveLength(DIGEST_BYTES);
    expect(run()).toEqual({ taken: 0, refused: 1, absent: 0 });
    expect(said()).toMatch(/^compiled /);
  });

  it("fails with the program's own error, at the program's own line", () => {
    lay("chunks/part.js", "\nthrow new Error('no');");
    let stack = "";
    try {
      run();
    } catch (error) {
      stack = error instanceof Error ? (error.stack ?? "") : "";
    }
    expect(stack).toContain(`${join(folder, "chunks", "part.js")}:2:7`);
  });
});
