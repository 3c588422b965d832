/** The kit's names are plain text in the sources, so no compiler finds one that is misspelt or left over. */
import { globSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(path, "utf8");
const sources = globSync("renderer/**/*.tsx").map((path) => ({ path, text: read(path) }));
const sheets = globSync("renderer/**/*.module.css").map((path) => ({ path, text: read(path) }));

/** The classes that a style sheet's selectors name, those of other owners left out. */
function definedIn(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)/g, "")
    .replace(/[\w-]+:[^;{}]*;/g, "")
    .replace(/"[^"]*"/g, "");
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** Plain names in what is given as a class: the words of a text, and of a template beside its values. */
function plainNames(tsx: string): string[] {
  const texts = [...tsx.matchAll(/(?:className|\w+ClassName)=\{?(?:"([^"]*)"|`([^`]*)`)/g)];
  return texts.flatMap(([, text, template]) =>
    (text ?? template ?? "")
      .replace(/\$\{[^}]*\}/g, " ")
      .split(/\s+/)
      .filter(Boolean),
  );
}

const kit = definedIn(read("renderer/theme/kit.css"));
const composed = sheets.flatMap(({ path, text }) =>
  [...text.matchAll(/composes: ([^;]*) from global;/g)].flatMap(([, names = ""]) =>
    names.split(" ").map((name) => ({ path, name })),
  ),
);
const given = sources.flatMap(({ path, text }) => plainNames(text).map((name) => ({ path, name })));

describe("the kit", () => {
  it("has every class that a source or a style sheet gives by name", () => {
    expect(given.length).toBeGreaterThan(500);
    const missing = [...given, ...composed].filter(({ name }) => !kit.has(name));
    expect(missing).toEqual([]);
    expect(plainNames('<p className={`row wide`}><b className="dim" /></p>')).toEqual(["row", "wide", "dim"]);
  });

  it("has no class that nothing is given", () => {
    const words = new Set([
      ...composed.map(({ name }) => name),
      ...sources.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []),
    ]);
    expect([...kit].filter((name) => !words.has(name))).toEqual([]);
  });
});

describe("a style sheet beside a component", () => {
  it("has the classes that its importers name, and no others", () => {
    const wrong = sheets.flatMap(({ path, text }) => {
      const named = new Set(
        [...sources, ...sheets].flatMap((one) => [
          ...[...one.text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)]
            .filter(([, , from = ""]) => normalize(`${dirname(one.path)}/${from}`) === path)
            .flatMap(([, id]) =>
              [...one.text.matchAll(new RegExp(`\\b${id}\\.(\\w+)`, "g"))].map(([, name = ""]) => name),
            ),
          ...[...one.text.matchAll(/composes: ([\w ]+) from "([^"]+)"/g)]
            .filter(([, , from = ""]) => normalize(`${dirname(one.path)}/${from}`) === path)
            .flatMap(([, names = ""]) => names.split(" ")),
        ]),
      );
      const defined = definedIn(text);
      return [
        ...[...defined].filter((name) => !named.has(name)).map((name) => `${path}: ${name} is not used`),
        ...[...named].filter((name) => !defined.has(name)).map((name) => `${path}: ${name} is missing`),
      ];
    });
    expect(wrong).toEqual([]);
  });
});
