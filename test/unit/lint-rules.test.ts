/** The lint rule of our own can fail: biome.json's plugin, on files with its violation and on one that is allowed. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../helpers/engine.ts";

const root = resolve(import.meta.dirname, "../..");

function linted(text: string): { status: number | null; said: string } {
  const file = join(newFolder(), "some.tsx");
  writeFileSync(file, text);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const words = [biome, "lint", "--vcs-enabled=false", `--config-path=${root}`, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

it.each([
  "export const some = (b: number) => ({ ...{ b }, c: 1 });\n",
  'export const Some = () => <p {...{ id: "a" }} />;\n',
])("a literal that is spread into another is refused: %s", (text) => {
  const { status, said } = linted(text);
  expect(status).toBe(1);
  expect(said).toContain("Write the fields out");
});

it("an object that is spread, and a literal that depends on something, are allowed", () => {
  const { status, said } = linted("export const some = (b: object) => ({ ...b, ...(b ? {} : { c: 1 }) });\n");
  expect({ status, said }).toMatchObject({ status: 0 });
});
