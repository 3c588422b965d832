/** What a page of the guide is made of. The build reads it from docs/guide; nothing else can stand in one. */

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Language } from "../../i18n/format.ts";
import { folded } from "../../lib/text.ts";

export type Inline =
  | { kind: "text"; text: string }
  /** Words that stand on the screen, as the messages have them. */
  | { kind: "screen"; text: string }
  /** Keys as the guide writes them: "Ctrl", "Enter". */
  | { kind: "keys"; keys: readonly string[] }
  | { kind: "code"; text: string }
  /** To another page of the guide. */
  | { kind: "link"; page: string; text: string };

type Cell = readonly Inline[];

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; parts: readonly Inline[] }
  | { kind: "list"; ordered: boolean; items: readonly (readonly Inline[])[] }
  /** The first cell of a row names it. */
  | { kind: "table"; head: readonly Cell[]; rows: readonly (readonly Cell[])[] }
  /** `index` into the guide's pictures; width and height in pixels of the file. */
  | { kind: "picture"; text: string; index: number; width: number; height: number };

export interface GuidePage {
  name: string;
  title: string;
  blocks: readonly Block[];
}

export interface Guide {
  pages: readonly GuidePage[];
  /** Addresses of the pictures. */
  pictures: readonly string[];
}

// Finding pages of the guide by words. Pure.

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

async function load(language: Language): Promise<Guide> {
  switch (language) {
    case "en":
      return (await import("../../../docs/guide/en/README.md")).guide;
    case "ar":
      return (await import("../../../docs/guide/ar/README.md")).guide;
  }
}

/** The guide of the language in use; fetched when it is first wanted, and kept. */
export function useGuide(language: Language, wanted = true): UseQueryResult<Guide, Error> {
  return useQuery({
    enabled: wanted,
    queryKey: ["guide", language],
    queryFn: () => load(language),
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
}
