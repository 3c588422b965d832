/** Finding pages of the guide by words. Pure. */
import { folded } from "../../lib/folded.ts";
import type { Block, GuidePage, Inline } from "./guide-parts.ts";

const wordsOf = (parts: readonly Inline[]): string =>
  parts.map((part) => (part.kind === "keys" ? part.keys.join("+") : part.text)).join("");

function textOf(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "picture":
      return block.text;
    case "paragraph":
      return wordsOf(block.parts);
    case "list":
      return block.items.map(wordsOf).join("\n");
    case "table":
      return [block.head, ...block.rows].flat().map(wordsOf).join("\n");
  }
}

/** The pages that hold every word, those with all of them in the title first; all of them for no word. */
export function findPages(pages: readonly GuidePage[], typed: string): GuidePage[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => folded(text).includes(word));
  const titled = pages.filter(({ title }) => holds(title));
  return words.length === 0
    ? [...pages]
    : [
        ...titled,
        ...pages.filter(
          (page) => !titled.includes(page) && holds([page.title, ...page.blocks.map(textOf)].join("\n")),
        ),
      ];
}
