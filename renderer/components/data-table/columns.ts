import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A grid track, as in "8rem" or "minmax(12rem, 2fr)". */
  track: string;
  /** Amounts and counts stand at the end of their cell. */
  align?: "start" | "end";
}

/** The tracks of all columns, with the one of the check boxes where rows can be selected. */
export function tracksOf<Row>(columns: Column<Row>[], selectable: boolean): string {
  const tracks = columns.map(({ track }) => track);
  return (selectable ? ["2.75rem", ...tracks] : tracks).join(" ");
}
