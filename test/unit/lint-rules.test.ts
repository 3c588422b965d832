/** The lint rules of our own can fail: biome.json's plugins, on files with their violation and on one that is allowed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../helpers/engine.ts";

const root = resolve(import.meta.dirname, "../..");

function linted(text: string, name = "some.tsx"): { status: number | null; said: string } {
  const file = join(newFolder(), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const words = [biome, "lint", "--vcs-enabled=false", `--config-path=${root}`, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

it.each([
  "export const some = (b: number) => ({ ...{ b }, c: 1 });\n",
  'export const Some = () => <p {...{ id: "a" }} />;\n',
  "export const some = (b: number) => ({ ...({ b } as const), c: 1 });\n",
  "export const some = (b: number) => ({ ...({ b } satisfies object), c: 1 });\n",
  "export const some = (b: number) => Object.assign({ c: 1 }, { b });\n",
])("a literal that is spread into another is refused: %s", (text) => {
  const { status, said } = linted(text);
  expect(status).toBe(1);
  expect(said).toContain("Write the fields out");
});

it("an object that is spread, and a literal that depends on something, are allowed", () => {
  const { status, said } = linted("export const some = (b: object) => ({ ...b, ...(b ? {} : { c: 1 }) });\n");
  expect({ status, said }).toMatchObject({ status: 0 });
});

const UNSEEN = [
  'export type Some = import("./other.ts").Some;\n',
  'export type Some = typeof import("./other.ts");\n',
  'export const some = import.meta.glob<string>("./*.ts");\n',
  'import { createRequire } from "node:module";\nexport const some = createRequire(import.meta.url)("./other.ts");\n',
  'export const some = new URL("./other.ts", import.meta.url);\n',
];
it.each(UNSEEN)("an import that the check of allowed imports doesn't see is refused: %s", (text) => {
  const { status, said } = linted(text, "renderer/screens/some.ts");
  expect(status).toBe(1);
  expect(said).toContain("Import by a statement");
});

it("it is allowed where there are no layers, and a call of import() everywhere", () => {
  expect(linted(UNSEEN.join(""), "test/some.ts").said).not.toContain("Import by a statement");
  const { status, said } = linted('export const some = () => import("./other.ts");\n', "main/engine/some.ts");
  expect({ status, said }).toMatchObject({ status: 0 });
});

const UNHELD = [
  'import { renameSync } from "node:fs";\nrenameSync("a", "b");\n',
  'import { rm } from "node:fs/promises";\nawait rm("a");\n',
];
it.each(UNHELD)("a rename or a removal that doesn't wait for who holds the file is refused: %s", (text) => {
  const { status, said } = linted(text, "main/engine/some.ts");
  expect(status).toBe(1);
  expect(said).toContain("Use main/lib/whole-file.ts");
  expect(linted(text, "test/some.ts").said).not.toContain("Use main/lib/whole-file.ts");
});
