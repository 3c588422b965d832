/** The guide says only what is so: its words are on the screen, its keys work, its links and pictures are there. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { columnsOf, REFERENCE_KINDS } from "../../../contract/lists.ts";
import { shellWords } from "../../../main/shell/words.ts";
import { HELP_PAGES } from "../../../renderer/features/help-topics.ts";
import { ar } from "../../../renderer/i18n/ar/index.ts";
import { en } from "../../../renderer/i18n/en/index.ts";
import { type Block, findPages, type Inline } from "../../../renderer/screens/help/guide-parts.ts";
import { keysIn, readGuide } from "../../../scripts/lib/guide.mjs";
import { textsOf } from "../../helpers/message-texts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const GUIDE = join(ROOT, "docs/guide");
const LANGUAGES = ["en", "ar"] as const;
const GUIDES = { en: readGuide(join(GUIDE, "en")), ar: readGuide(join(GUIDE, "ar")) };
const WORDS = { en, ar };

function partsOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case "heading":
    case "picture":
      return [];
    case "paragraph":
      return block.parts;
    case "list":
      return block.items.flat();
    case "table":
      return [block.head, ...block.rows].flat(2);
  }
}

/** Every part of a kind, with the page it is on. */
const partsIn = <Kind extends Inline["kind"]>(language: "en" | "ar", kind: Kind) =>
  GUIDES[language].pages.flatMap(({ name, blocks }) =>
    blocks
      .flatMap(partsOf)
      .filter((part): part is Extract<Inline, { kind: Kind }> => part.kind === kind)
      .map((part) => ({ name, part })),
  );

/** What a page has, in order, without its words. */
function shapeOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "picture":
      return block.kind;
    case "list":
      return `${block.ordered ? "ol" : "ul"} ${block.items.length}`;
    case "table":
      return `table ${block.head.length} x ${block.rows.length}`;
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Keys that work where they are pressed, and no shortcut names: grids, fields, the sheet's "?". */
const KEYS_IN_PLACE = ["Enter", "Tab", "Space", "?", "Ctrl+V", "↑", "↓", "Alt+↓"];

describe("the guide", () => {
  it.each(LANGUAGES)("in %s has the pages that the program leads to, and no file besides", (language) => {
    expect(GUIDES[language].pages.map(({ name }) => name)).toEqual([...HELP_PAGES]);
    expect(readdirSync(join(GUIDE, language)).sort()).toEqual(
      ["README.md", ...HELP_PAGES.map((name) => `${name}.md`)].sort(),
    );
  });

  it.each(LANGUAGES)("in %s has its contents under the pages' own titles", (language) => {
    const contents = readFileSync(join(GUIDE, language, "README.md"), "utf8");
    for (const { name, title } of GUIDES[language].pages)
      expect(contents).toContain(`- [${title}](${name}.md)`);
  });

  it("says the same in both languages, part by part", () => {
    for (const [index, page] of GUIDES.en.pages.entries())
      expect(GUIDES.ar.pages[index]?.blocks.map(shapeOf), page.name).toEqual(page.blocks.map(shapeOf));
    const keysOf = (language: "en" | "ar") =>
      partsIn(language, "keys").map(({ name, part }) => `${name} ${part.keys.join("+")}`);
    expect(keysOf("ar")).toEqual(keysOf("en"));
    expect(partsIn("ar", "screen").map(({ name }) => name)).toEqual(
      partsIn("en", "screen").map(({ name }) => name),
    );
  });

  it.each(LANGUAGES)("in %s names only what is on the screen", (language) => {
    const known = new Set([...textsOf(WORDS[language]).values(), ...Object.values(shellWords(language))]);
    expect(partsIn(language, "screen").length).toBeGreaterThan(100);
    const made = partsIn(language, "screen")
      .filter(({ part }) => !known.has(part.text))
      .map(({ name, part }) => `${name}: ${part.text}`);
    expect(made).toEqual([]);
  });

  it.each(LANGUAGES)(
    "in %s has the columns of every list that can be imported, as the import shows them",
    (language) => {
      const { list, field } = WORDS[language];
      const { column: own, holds, need } = WORDS[language].referenceData;
      const named: Record<string, string> = { ...field, ...own };
      const blocks = GUIDES[language].pages.find(({ name }) => name === "importing")?.blocks ?? [];
      const textOf = (parts: readonly Inline[]) =>
        parts.map((part) => ("text" in part ? part.text : "")).join("");
      const listed = blocks.flatMap((block, index) => {
        const before = blocks[index - 1];
        if (block.kind !== "table" || before?.kind !== "paragraph") return [];
        return [[textOf(before.parts), block.rows.map((row) => row.map(textOf))] as const];
      });
      const read = REFERENCE_KINDS.map(
        (kind) =>
          [
            list[kind],
            columnsOf(kind).map((column) => [named[column.name], holds[column.holds], need[column.need]]),
          ] as const,
      );
      expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(read));
    },
  );

  it("names only keys that work in the program", () => {
    const text = sources(join(ROOT, "renderer")).join("\n");
    const combos = [...text.matchAll(/"((?:Mod|Alt|Shift)\+[\w+]+|F\d+|Escape)"/g)].map(([, combo = ""]) =>
      combo.replace("Mod", "Ctrl").replace("Slash", "/").replace("Escape", "Esc"),
    );
    const known = new Set([...combos, ...KEYS_IN_PLACE]);
    const deaf = partsIn("en", "keys")
      .filter(({ part }) => !known.has(part.keys.join("+")))
      .map(({ name, part }) => `${name}: ${part.keys.join("+")}`);
    expect(deaf).toEqual([]);
  });

  it.each(LANGUAGES)("in %s links to pages that are there", (language) => {
    const there = new Set<string>(HELP_PAGES);
    const dead = partsIn(language, "link")
      .filter(({ part }) => !there.has(part.page))
      .map(({ name, part }) => `${name}: ${part.page}`);
    expect(dead).toEqual([]);
  });

  it("shows the same pictures in both languages, small ones, and keeps none that no page shows", () => {
    for (const language of LANGUAGES) {
      const shown = GUIDES[language].pictures;
      const folder = join(GUIDE, "pictures", language);
      const kept = existsSync(folder) ? readdirSync(folder) : [];
      expect(shown.map((path) => path.replace(`../pictures/${language}/`, "")).sort()).toEqual(kept.sort());
      for (const path of shown)
        expect(statSync(join(GUIDE, language, path)).size, path).toBeLessThan(60 * 1024);
    }
    expect(GUIDES.ar.pictures).toEqual(GUIDES.en.pictures.map((path) => path.replace("/en/", "/ar/")));
  });
});

describe("reading a page", () => {
  it("knows keys from other codes", () => {
    expect(keysIn("Ctrl+Shift+Z")).toEqual(["Ctrl", "Shift", "Z"]);
    expect(keysIn("Ctrl+/")).toEqual(["Ctrl", "/"]);
    expect(keysIn("F1")).toEqual(["F1"]);
    for (const code of [".xlsx", "A", "pin.json", "Ctrl", "Enter+Ctrl"])
      expect(keysIn(code), code).toBeNull();
  });
});

describe("a table in a page", () => {
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  writeFileSync(join(folder, "README.md"), "# Help\n\n- [Keys](keys.md)\n");
  writeFileSync(
    join(folder, "keys.md"),
    "# Keys\n\n| Key | What it does |\n| --- | --- |\n| `Alt+R` | Presses **Add** |\n| `F1` | See [Keys](keys.md) |\n",
  );
  const { pages } = readGuide(folder);
  rmSync(folder, { recursive: true });

  it("is read cell by cell, with keys, words of the screen and links as anywhere", () => {
    expect(pages[0]?.blocks).toEqual([
      {
        kind: "table",
        head: [[{ kind: "text", text: "Key" }], [{ kind: "text", text: "What it does" }]],
        rows: [
          [
            [{ kind: "keys", keys: ["Alt", "R"] }],
            [
              { kind: "text", text: "Presses " },
              { kind: "screen", text: "Add" },
            ],
          ],
          [
            [{ kind: "keys", keys: ["F1"] }],
            [
              { kind: "text", text: "See " },
              { kind: "link", page: "keys", text: "Keys" },
            ],
          ],
        ],
      },
    ]);
  });

  it("is found by the words and keys of its cells", () => {
    expect(findPages(pages, "what does").map(({ name }) => name)).toEqual(["keys"]);
    expect(findPages(pages, "alt+r presses").map(({ name }) => name)).toEqual(["keys"]);
    expect(findPages(pages, "alt+n")).toEqual([]);
  });
});

describe("searching the guide", () => {
  it("finds pages by words in any order, those with the words in the title first", () => {
    expect(findPages(GUIDES.en.pages, "").length).toBe(HELP_PAGES.length);
    expect(findPages(GUIDES.en.pages, "outcome UNKNOWN")[0]?.name).toBe("unknown-outcome");
    expect(findPages(GUIDES.en.pages, "keyring").map(({ name }) => name)).toEqual(["printing", "sign-in"]);
    expect(findPages(GUIDES.en.pages, "unicorn")).toEqual([]);
  });

  it("finds Arabic words without their marks and hamzas", () => {
    expect(findPages(GUIDES.ar.pages, "الاصناف").map(({ name }) => name)).toContain("importing");
    expect(findPages(GUIDES.ar.pages, "نتيجه معروفه")[0]?.name).toBe("unknown-outcome");
  });
});
