/** No code of the program reads a sentence, neither its own nor a library's: what decides is a code. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const FILES = "{contract,main,preload,renderer}/**/*.{ts,tsx}";

/** Where no code exists, and what is read then. */
const EXCEPTIONS = new Map<string, string>([
  [
    "main/engine/file/database/open-database.ts",
    "SQLite gives a damaged header one code with every other error",
  ],
  ["main/engine/import/spreadsheets/by-library/book-rows.ts", "the library throws words without codes"],
  ["renderer/client/report-error.ts", "a browser's notice of another layout has no code"],
  ["contract/log-line.ts", "a line of the log holds one of the program's own sentences, or none"],
  [
    "renderer/lib/field-paths.ts",
    "a service's refusal has no codes; names of the request's fields are marked",
  ],
]);

/** What holds sentences by its name. */
const HOLDS_WORDS = /^(?:message|said|words|sentence|lastError|lastWords|stack)$/;
const READING = new Set(
  "startsWith endsWith includes indexOf lastIndexOf match matchAll search split localeCompare".split(" "),
);
const COMPARING = new Set(["===", "!==", "==", "!="]);

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;
const part = (node: unknown, name: string): unknown => (isTree(node) ? node[name] : undefined);

/** The name that an expression ends with: of a variable, or of a field. */
const nameOf = (node: unknown): string => {
  const type = part(node, "type");
  if (type === "Identifier") return String(part(node, "value"));
  if (type === "MemberExpression") return String(part(part(node, "property"), "value"));
  if (type === "OptionalChainingExpression") return nameOf(part(node, "base"));
  if (type === "ParenthesisExpression") return nameOf(part(node, "expression"));
  return "";
};
const isTranslated = (node: unknown): boolean =>
  part(node, "type") === "CallExpression" && nameOf(part(node, "callee")) === "t";
const isWords = (node: unknown): boolean => HOLDS_WORDS.test(nameOf(node)) || isTranslated(node);
const isEmptyText = (node: unknown): boolean =>
  part(node, "type") === "StringLiteral" && part(node, "value") === "";
const isText = (node: unknown): boolean =>
  (part(node, "type") === "StringLiteral" && !isEmptyText(node)) ||
  part(node, "type") === "TemplateLiteral" ||
  isTranslated(node);

/** Where words are matched, searched, taken apart or compared with others. */
function readings(text: string, tsx: boolean): string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (!isTree(node)) return;
    if (node.type === "BinaryExpression" && COMPARING.has(String(node.operator))) {
      const pair = [node.left, node.right];
      if (pair.some(isWords) && pair.some(isText))
        found.push(`${nameOf(node.left)} ${String(node.operator)}`);
    }
    const isOptional = part(node.callee, "type") === "OptionalChainingExpression";
    const callee = isOptional ? part(node.callee, "base") : node.callee;
    if (node.type === "SwitchStatement" && isWords(node.discriminant))
      found.push(`switch (${nameOf(node.discriminant)})`);
    if (node.type === "CallExpression" && part(callee, "type") === "MemberExpression") {
      const method = nameOf(callee);
      const first = part(part(part(node, "arguments"), "0"), "expression");
      const of = part(callee, "object");
      // A list may be called so as well.
      const isList = nameOf(of) === "words" && (method === "includes" || method === "indexOf");
      if (READING.has(method) && isWords(of) && !isList) found.push(`${nameOf(of)}.${method}`);
      if (/^(?:test|exec)$/.test(method) && isWords(first)) found.push(`${method}(${nameOf(first)})`);
    }
    for (const inner of Object.values(node)) look(inner);
  };
  look(parseSync(text, { syntax: "typescript", tsx }).body);
  return found;
}

it("no file reads words, or it is written here what it reads", () => {
  const files = globSync(FILES, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  expect(files.length).toBeGreaterThan(500);
  const reading = files.flatMap((file) => {
    const found = readings(readFileSync(join(root, file), "utf8"), file.endsWith("x"));
    return found.length === 0 ? [] : [{ file, found }];
  });
  expect(reading.filter(({ file }) => !EXCEPTIONS.has(file))).toEqual([]);
  expect(reading.map(({ file }) => file).sort()).toEqual([...EXCEPTIONS.keys()].sort());
});

it.each([
  ["a pattern on a message", "if (/^no such/.test(error.message)) stop();"],
  ["a pattern's parts of words", "const [, line] = /row (\\d+)/.exec(words) ?? [];"],
  ["a beginning", 'if (message.startsWith("The file")) stop();'],
  ["an end", "const isCut = entry.lastError?.endsWith(CUT);"],
  ["a message that is compared", 'const isHeld = problem.message === "It is held.";'],
  ["translated words that are compared", 'const found = names.find((name) => name === t("settings.pin"));'],
  ["a switch over words", "switch (error.message) { default: stop(); }"],
  ["a list of reasons taken apart", 'for (const reason of message.split("; ")) say(reason);'],
])("finds %s", (_, code) => {
  expect(readings(code, false)).toHaveLength(1);
});

it.each([
  'if (error.code === "ENOENT") stop();',
  'const shown = message === "" ? t("none") : message;',
  "say(message, error.code);",
])("finds nothing in code that only shows words or reads a code: %s", (code) => {
  expect(readings(code, false)).toEqual([]);
});
