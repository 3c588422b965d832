/** Cuts what was measured into pages. Pure. */

export interface Measured {
  height: number;
  /** A row of the table, whose head is repeated on every page that begins with one. */
  row: boolean;
  /** Stands with what follows it, as a heading does. */
  withNext: boolean;
}

export interface Room {
  /** Of one page, between its margins and above its foot. */
  page: number;
  /** The short head of every page but the first. */
  runningHead: number;
  tableHead: number;
}

export interface PageCut {
  pieces: number[];
  /** Whether the table's head stands before the first piece. */
  repeatsTableHead: boolean;
}

/** Pieces that must not be parted, as index ranges. */
function groupsOf(pieces: readonly Measured[]): number[][] {
  const groups: number[][] = [];
  let open = false;
  for (const [index, piece] of pieces.entries()) {
    if (open) groups.at(-1)?.push(index);
    else groups.push([index]);
    open = piece.withNext;
  }
  return groups;
}

/** Every piece on exactly one page, in order; a piece taller than a page has one to itself. */
export function paginate(pieces: readonly Measured[], room: Room): PageCut[] {
  const pages: PageCut[] = [];
  let current: PageCut = { pieces: [], repeatsTableHead: false };
  let left = room.page;
  for (const group of groupsOf(pieces)) {
    const height = group.reduce((sum, index) => sum + (pieces[index]?.height ?? 0), 0);
    if (height > left && current.pieces.length > 0) {
      pages.push(current);
      const continuesTable = pieces[group[0] ?? 0]?.row === true && pieces[(group[0] ?? 0) - 1]?.row === true;
      current = { pieces: [], repeatsTableHead: continuesTable };
      left = room.page - room.runningHead - (continuesTable ? room.tableHead : 0);
    }
    current.pieces.push(...group);
    left -= height;
  }
  return [...pages, current];
}

const SENTENCE_END = /[.!?؟،,;:\s]/u;

/** Long text in pieces that a page can hold, cut at its own line ends and otherwise between words. */
export function textChunks(text: string, longest = 700): string[] {
  const chunks: string[] = [];
  for (const line of text.trim().split(/\r?\n/)) {
    let rest = [...line];
    while (rest.length > longest) {
      const cut = rest.slice(0, longest).findLastIndex((letter) => SENTENCE_END.test(letter));
      const at = cut < longest / 2 ? longest : cut + 1;
      chunks.push(rest.slice(0, at).join("").trimEnd());
      rest = rest.slice(at);
    }
    chunks.push(rest.join(""));
  }
  return chunks.every((chunk) => chunk.trim() === "") ? [] : chunks;
}
