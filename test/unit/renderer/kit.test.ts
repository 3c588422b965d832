/** The kit's names are plain text in the sources, so no compiler finds one that is misspelt or left over. */
import { globSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path";
import { parseSync } from "@swc/core";
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

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;
const part = (node: unknown, name: string): unknown => (isTree(node) ? node[name] : undefined);

/** The names in an attribute that gives classes: in texts and templates, whatever condition chooses between them. */
function plainNames(tsx: string): string[] {
  const names: string[] = [];
  const look = (node: unknown, isClass: boolean): void => {
    if (!isTree(node)) return;
    const isAttribute = node.type === "JSXAttribute";
    const gives = isAttribute ? /[cC]lassName$/.test(String(part(node.name, "value"))) : isClass;
    const text = node.type === "StringLiteral" ? node.value : node.type === "TemplateElement" ? node.raw : "";
    // What is compared is no name: only what a condition gives is.
    if (node.type === "BinaryExpression") return;
    if (gives && !isAttribute) names.push(...String(text).split(/\s+/).filter(Boolean));
    for (const [name, inner] of Object.entries(node))
      if (!(node.type === "ConditionalExpression" && name === "test")) look(inner, gives);
  };
  look(parseSync(tsx, { syntax: "typescript", tsx: true }).body, false);
  return names;
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
    expect(
      plainNames(
        'const A = () => <p className={`row`} role="list"><b inputClassName={x === "odd" ? "wide" : "dim"} /></p>;',
      ),
    ).toEqual(["row", "wide", "dim"]);
  });

  it("has no class that nothing is given", () => {
    const used = new Set([...composed, ...given].map(({ name }) => name));
    expect([...kit].filter((name) => !used.has(name))).toEqual([]);
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

  it("leave what is folded its triangle, which a summary with another display has not", () => {
    const wrong = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/\bsummary \{([^}]*)\}/g)].flatMap(([, rule = ""]) =>
        /display: (?!list-item)/.test(rule) ? [path] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });
});
