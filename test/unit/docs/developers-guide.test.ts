/** The developers' guide, the folders' READMEs and ARCHITECTURE.md name what is there, and what the walks promise holds. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { Handlers } from "../../../main/engine/core/context.ts";
import type { FileChannel } from "../../../main/engine/session.ts";
import type { ShellHandlers } from "../../../main/ipc/dispatch.ts";
import { documents, FOLDERS_READMES, ROOT, SOURCES } from "./documents.ts";

const GUIDE = "docs/DEVELOPERS-GUIDE.md";
const ARCHITECTURE = "docs/ARCHITECTURE.md";

/** Made by the program or by a command, not kept in the tree. */
const MADE = new Set(["pictures/screens", "connections/", "attachments/"]);

const textOf = (name: string): string => documents.find((each) => each.name === name)?.text ?? "";

/** Code spans that are paths: with a slash or a file's ending, and no placeholder such as NAME. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, span = ""]) => span)
    .filter((span) => /^[\w.*/-]+$/.test(span) && !/NAME|NNN/.test(span) && !MADE.has(span))
    .filter((span) => /\w\/|\.(?:tsx?|mjs|cjs|json|md|qnt|sql|yml|html)$/.test(span));

const matches = (path: string): RegExp =>
  new RegExp(`${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*").replace(/\/$/, "")}$`);

/** From the root or from the document's own folder; `*` means any part of one name. */
const isThere = (path: string, from: string): boolean =>
  [ROOT, dirname(from)].some((folder) =>
    path.includes("*")
      ? SOURCES.some((each) => matches(`^${relative(ROOT, folder)}/?${path}`).test(relative(ROOT, each)))
      : existsSync(join(folder, path)),
  );

describe("the developers' guide and the folders' READMEs", () => {
  it("are there for each large folder", () => {
    const had = FOLDERS_READMES.map((path) => relative(ROOT, dirname(path)).replaceAll("\\", "/"));
    expect(had).toEqual(
      expect.arrayContaining([
        ...["contract", "main/engine", "main/shell", "main/practice", "renderer", "test", "scripts", "model"],
        ...["core", "core/sync", "core/remote", "file", "mirror", "import", "subjects"].map(
          (name) => `main/engine/${name}`,
        ),
        ...["screens/purchase-return", "screens/reference-data", "client", "features", "ui", "app"].map(
          (name) => `renderer/${name}`,
        ),
      ]),
    );
  });

  it("name only paths that exist", () => {
    const read = documents.filter(({ path, name }) => name === GUIDE || FOLDERS_READMES.includes(path));
    const named = read.flatMap(({ path, name, text }) => pathsIn(text).map((each) => ({ path, name, each })));
    expect(named.length).toBeGreaterThan(150);
    const gone = named.filter(({ path, each }) => !isThere(each, path));
    expect(gone.map(({ name, each }) => `${name}: ${each}`)).toEqual([]);
  });

  it("are held to paths that exist: one that is gone is found", () => {
    expect(pathsIn("`main/gone.ts`, `lib/`, `Ctrl+Enter`, `npm run x`, `screens/NAME/x.ts`")).toEqual([
      "main/gone.ts",
      "lib/",
    ]);
    expect(isThere("main/gone.ts", join(ROOT, GUIDE))).toBe(false);
    expect(isThere("main/engine/core/gone-*.ts", join(ROOT, GUIDE))).toBe(false);
  });

  it("the architecture names only files that exist, whole or by their last folders", () => {
    const files = [...SOURCES.map((path) => `/${relative(ROOT, path).replaceAll("\\", "/")}`)];
    const gone = pathsIn(textOf(ARCHITECTURE)).filter(
      (path) =>
        !isThere(path, join(ROOT, ARCHITECTURE)) && !files.some((file) => matches(`/${path}`).test(file)),
    );
    expect(gone).toEqual([]);
  });

  it("name only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const named = documents.flatMap(({ text }) =>
      [...text.matchAll(/`npm run (?:-s )?([\w:-]+)/g)].map(([, script = ""]) => script),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });
});

describe("the walks of the developers' guide", () => {
  it("quote only tests that are there by that name", () => {
    const quoted = [...textOf(GUIDE).matchAll(/`(test\/[\w/-]+\.test\.tsx?)` "([^"]+)"/g)];
    expect(quoted).toHaveLength(5);
    const gone = quoted.filter(
      ([, file = "", title = ""]) => !readFileSync(join(ROOT, file), "utf8").includes(`it("${title}"`),
    );
    expect(gone.map(([whole]) => whole)).toEqual([]);
  });

  it("a channel without a handler is refused by the compiler, in the engine and in the shell", () => {
    // Each expected error is asked for by `npm run types`: where a handler could be left out, it is the error.
    const engineLacks = (handlers: Omit<Handlers<FileChannel>, "outbox.summary">): Handlers<FileChannel> =>
      // @ts-expect-error one is missing
      handlers;
    const shellLacks = (handlers: Omit<ShellHandlers, "settings.get">): ShellHandlers =>
      // @ts-expect-error one is missing
      handlers;
    expect([engineLacks, shellLacks]).toHaveLength(2);
  });

  it("each screen is in the lists of the tests of access", () => {
    const screens = readFileSync(join(ROOT, "renderer/app/layout/screens.ts"), "utf8");
    const names = [...screens.matchAll(/^ {2}"?([\w-]+)"?: screen\(/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(10);
    // Home has the bare root, and the help's own keys are tried by themselves.
    const tried = names.filter((name) => name !== "home" && name !== "help");
    for (const file of ["access", "keyboard-only"]) {
      const text = readFileSync(join(ROOT, `test/e2e/${file}.test.ts`), "utf8");
      const list = /^const SCREENS = \[([\s\S]*?)^\];/m.exec(text)?.[1] ?? "";
      expect(
        tried.filter((name) => !list.includes(`"/${name}"`)),
        file,
      ).toEqual([]);
    }
  });
});
