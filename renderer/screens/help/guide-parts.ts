/** What a page of the guide is made of. The build reads it from docs/guide; nothing else can stand in one. */

export type Inline =
  | { kind: "text"; text: string }
  /** Words that stand on the screen, as the catalogues have them. */
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
