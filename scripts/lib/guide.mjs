/** The user's guide, read from its Markdown into a closed set of parts: no HTML, neither in nor out. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { marked } from "marked";
import { columnsOf, FILL_ORDER } from "../../contract/lists.ts";

/**
 * @typedef {import("marked").Token} Token
 * @typedef {import("marked").Tokens.List} List
 * @typedef {import("marked").Tokens.Table} Table
 * @typedef {import("../../renderer/screens/help/guide-parts.ts").Block} Block
 * @typedef {import("../../renderer/screens/help/guide-parts.ts").Inline} Inline
 * @typedef {import("../../renderer/screens/help/guide-parts.ts").GuidePage} GuidePage
 * @typedef {{ pages: GuidePage[], pictures: string[] }} Guide pictures: as the pages name them, from the language's folder
 */

const MODIFIERS = ["Ctrl", "Shift", "Alt"];
const NAMED_KEYS = ["Enter", "Tab", "Esc", "Space", "Delete", "Home", "End", "?", "↑", "↓"];

/** The keys that a code such as "Ctrl+Enter" or "F1" names; null where it is no key. @param {string} code */
export function keysIn(code) {
  const keys = code.split("+");
  const last = keys.at(-1) ?? "";
  if (!keys.slice(0, -1).every((key) => MODIFIERS.includes(key))) return null;
  const isKey = NAMED_KEYS.includes(last) || /^F\d{1,2}$/.test(last);
  return isKey || (keys.length > 1 && /^[A-Z\d/]$/.test(last)) ? keys : null;
}

/** Reads one language's guide, its pages in the order of its README.md. @param {string} folder Throws on any part that the guide doesn't have. */
export function readGuide(folder) {
  /** @type {Guide} */
  const guide = { pages: [], pictures: [] };
  for (const name of pageNames(readFileSync(join(folder, "README.md"), "utf8"))) {
    const path = join(folder, `${name}.md`);
    guide.pages.push(readPage(name, path, folder, guide.pictures));
  }
  return guide;
}

/** In a page it is where the columns of each list's file are, as the import shows them. */
const LISTED = "<!-- the columns of each list -->";

/** @param {string} folder of a language @returns {Block[]} */
function listTables(folder) {
  const words = join(folder, "../../../renderer/i18n", basename(folder));
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(join(words, file), "utf8"));
  const { list: lists, field } = read("common.json");
  const { column: columns, holds, need, import: heads } = read("reference-data.json").referenceData;
  /** @param {"screen" | "text"} kind @param {string} text @returns {Inline[]} */
  const cell = (kind, text) => [{ kind, text }];
  return FILL_ORDER.flatMap(
    /** @returns {Block[]} */ (list) => [
      { kind: "paragraph", parts: cell("screen", lists[list]) },
      {
        kind: "table",
        head: [heads.column, heads.holds, heads.need].map((text) => cell("text", text)),
        rows: columnsOf(list).map((column) => [
          cell("screen", columns[column.name] ?? field[column.name]),
          cell("text", holds[column.holds]),
          cell("text", need[column.need]),
        ]),
      },
    ],
  );
}

/** @param {string} contents what README.md says */
function pageNames(contents) {
  return [...contents.matchAll(/^- \[.+\]\(([a-z-]+)\.md\)$/gm)].map(([, name = ""]) => name);
}

/** @param {string} name @param {string} path @param {string} folder @param {string[]} pictures @returns {GuidePage} */
function readPage(name, path, folder, pictures) {
  /** @param {Token} token @returns {never} */
  const refuse = (token) => {
    throw new Error(`${path}: the guide has no ${token.type}: ${token.raw.slice(0, 80)}`);
  };

  /** @param {Token[] | undefined} tokens @returns {Inline[]} */
  const inlines = (tokens) =>
    (tokens ?? []).flatMap(
      /** @returns {Inline[]} */ (token) => {
        switch (token.type) {
          case "text":
            return "tokens" in token && token.tokens !== undefined
              ? inlines(token.tokens)
              : [{ kind: "text", text: token.text }];
          case "escape":
            return [{ kind: "text", text: token.text }];
          case "strong":
            return [{ kind: "screen", text: token.text }];
          case "codespan": {
            const keys = keysIn(token.text);
            return [keys === null ? { kind: "code", text: token.text } : { kind: "keys", keys }];
          }
          case "link": {
            const page = /^([a-z-]+)\.md$/.exec(token.href)?.[1];
            return page === undefined ? refuse(token) : [{ kind: "link", page, text: token.text }];
          }
          default:
            return refuse(token);
        }
      },
    );

  /** @param {Token} image @returns {Block} */
  const picture = (image) => {
    if (image.type !== "image" || !/^\.\.\/pictures\/[a-z]+\/[a-z-]+\.png$/.test(image.href))
      return refuse(image);
    pictures.push(image.href);
    return {
      kind: "picture",
      text: image.text,
      index: pictures.length - 1,
      ...sizeOf(join(folder, image.href)),
    };
  };

  /** @param {Token} token @returns {Block[]} */
  const blocks = (token) => {
    switch (token.type) {
      case "space":
        return [];
      case "heading":
        return token.depth === 2 ? [{ kind: "heading", text: token.text }] : refuse(token);
      case "paragraph": {
        const [first, ...others] = token.tokens ?? [];
        if (first?.type === "image" && others.length === 0) return [picture(first)];
        return [{ kind: "paragraph", parts: inlines(token.tokens) }];
      }
      case "list": {
        const { ordered, items } = /** @type {List} */ (token);
        return [{ kind: "list", ordered, items: items.map((item) => inlines(item.tokens)) }];
      }
      case "table": {
        const { header, rows } = /** @type {Table} */ (token);
        const cells = (/** @type {Table["header"]} */ row) => row.map((cell) => inlines(cell.tokens));
        return [{ kind: "table", head: cells(header), rows: rows.map(cells) }];
      }
      case "html":
        return token.raw.trim() === LISTED ? listTables(folder) : refuse(token);
      default:
        return refuse(token);
    }
  };

  const [title, ...rest] = marked.lexer(readFileSync(path, "utf8"));
  if (title?.type !== "heading" || title.depth !== 1)
    throw new Error(`${basename(path)} begins with no title.`);
  return { name, title: title.text, blocks: rest.flatMap(blocks) };
}

/** Width and height of a PNG file, so that the page doesn't move while it loads. @param {string} path */
function sizeOf(path) {
  const bytes = readFileSync(path);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

// For the bundler: importing a guide's README.md gives its pages, read when the program is built.

const CONTENTS = /[\\/]docs[\\/]guide[\\/][a-z]{2}[\\/]README\.md$/;

/** @returns {import("vite").Plugin} */
export function guidePlugin() {
  return {
    name: "guide",
    enforce: "pre",
    load(id) {
      if (!CONTENTS.test(id)) return null;
      const folder = dirname(id);
      const { pages, pictures } = readGuide(folder);
      for (const { name } of pages) this.addWatchFile(`${folder}/${name}.md`);
      const imports = pictures.map(
        (path, index) => `import picture${index} from ${JSON.stringify(`${path}?no-inline`)};`,
      );
      const names = pictures.map((_, index) => `picture${index}`).join(", ");
      return {
        code: `${imports.join("\n")}
export const guide = { pages: ${JSON.stringify(pages)}, pictures: [${names}] };`,
        moduleType: "js",
      };
    },
  };
}
