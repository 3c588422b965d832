/** Every document of the project: the root's, those of docs/, and the README of each folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const ROOT = join(import.meta.dirname, "../../..");

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
    join(ROOT, folder, name),
  );

/** Every file and folder of the program, its tests and its tools. */
export const SOURCES = ["contract", "main", "model", "preload", "renderer", "scripts", "test"].flatMap(below);

export const FOLDERS_READMES = SOURCES.filter((path) => /[\\/]README\.md$/.test(path));

export const documents = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map((name) => join(ROOT, name)),
  ...below("docs").filter((path) => path.endsWith(".md")),
  ...FOLDERS_READMES,
].map((path) => ({
  path,
  name: relative(ROOT, path).replaceAll("\\", "/"),
  text: readFileSync(path, "utf8"),
}));
