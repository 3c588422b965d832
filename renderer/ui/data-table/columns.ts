import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { en } from "../../i18n/en/index.ts";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A grid track, as in "8rem" or "minmax(12rem, 2fr)". */
  track: string;
  /** Amounts and counts stand at the end of their cell. */
  align?: "start" | "end";
}

/** A column whose head is a field's name, by which it goes. */
type NamedColumn<Row> = readonly [
  id: keyof (typeof en)["field"],
  track: string,
  cell: (row: Row) => ReactNode,
  align?: "end",
];

/** The columns of a table; null stands for one that it doesn't have now. */
export const tableColumns = <Row>(
  t: TFunction,
  columns: readonly (NamedColumn<Row> | Column<Row> | null)[],
): Column<Row>[] =>
  columns.flatMap((column): Column<Row>[] => {
    if (column === null) return [];
    if ("id" in column) return [column];
    const [id, track, cell, align = "start"] = column;
    return [{ id, header: t(`field.${id}`), track, cell, align }];
  });

const CHECK_TRACK = "2.75rem";

/** The tracks of all columns, with the one of the check boxes where rows can be selected. */
export function tracksOf<Row>(columns: Column<Row>[], selectable: boolean): string {
  const tracks = columns.map(({ track }) => track);
  return (selectable ? [CHECK_TRACK, ...tracks] : tracks).join(" ");
}

/** The narrowest that a track gets: of "minmax(13rem, 2fr)" the first, of a fixed one itself. */
const leastOf = (track: string): string => {
  const least = /^minmax\(\s*([^,]+),/.exec(track)?.[1] ?? track;
  return least === "0" ? "0rem" : least;
};

/** What a row needs at least, so that lines and hover reach its end where its list scrolls sideways. */
export function leastInlineSize<Row>(columns: Column<Row>[], selectable: boolean, wanted = "0rem"): string {
  const tracks = [...(selectable ? [CHECK_TRACK] : []), ...columns.map(({ track }) => leastOf(track))];
  return `max(${wanted}, ${tracks.join(" + ")})`;
}

/** What a screen keeps at its sides and for scrollbars. */
const AROUND_REM = 4.75;

/** How many `rem` a screen needs to show these columns whole, with what is beside them; all their tracks are in `rem`. */
export const screenRemFor = <Row>(columns: readonly Column<Row>[], besideRem = 0): number =>
  columns.reduce((sum, { track }) => sum + Number.parseFloat(leastOf(track)), AROUND_REM + besideRem);
