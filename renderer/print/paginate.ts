/** Cuts what was measured into pages, and shares a page's width among columns. Pure. */

export interface Measured {
  height: number;
  /** A row of the table, whose head is repeated on every page that begins with one. */
  row: boolean;
  /** Stays with what follows it, as a heading does. */
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
  /** Whether the table's head comes before the first piece. */
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

/** A digit at the table's size, and the space between columns, in millimetres. */
const DIGIT_MM = 1.9;
const GAP_MM = 3;
const ROOM_MM = 186;
/** A name in a narrower column breaks too often to be read. */
const LEAST_FOR_NAMES_MM = 48;

/** One column and the length of its longest text; a column without a width is for names. */
export interface MeasuredColumn {
  width?: { least: number; most?: number };
  longest: number;
}

/** Column tracks of an A4 table, or null where the texts are so long that rows are better stacked. */
export function columnTracks(columns: readonly MeasuredColumn[]): string | null {
  const widths = columns.map(({ width, longest }) =>
    width === undefined
      ? null
      : Math.min(
          width.most ?? Number.POSITIVE_INFINITY,
          Math.max(width.least, Math.ceil(longest * DIGIT_MM) + GAP_MM),
        ),
  );
  const taken = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  if (ROOM_MM - taken < LEAST_FOR_NAMES_MM) return null;
  return widths.map((width) => (width === null ? "minmax(0, 1fr)" : `${width}mm`)).join(" ");
}
