/** The rows of the catalogue's tables: a product stands once for each unit and barcode it is sold in. */
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import { idsOfRow } from "../../../features/record-picker/picker-kinds.ts";

export type ProductUnit = ProductRow["units"][number];

export interface CatalogueLine {
  key: string;
  row: MirrorRow;
  /** The unit of this line; null where the product has none, and for every other kind. */
  unit: ProductUnit | null;
  /** The line before is about the same product. */
  repeats: boolean;
}

/** The lines of the rows, in their order. */
export function linesOf(rows: readonly MirrorRow[]): CatalogueLine[] {
  return rows.flatMap((row): CatalogueLine[] => {
    const key = idsOfRow(row).join("-");
    if (row.kind !== "product" || row.units.length === 0) return [{ key, row, unit: null, repeats: false }];
    return row.units.map((unit, at) => ({ key: `${key}/${at}`, row, unit, repeats: at > 0 }));
  });
}

/** All of one import, whose time is told above the table; the minute is as much as is told. */
export function isOneImport(lines: readonly CatalogueLine[]): boolean {
  const origins = new Set(lines.map(({ row }) => `${row.source} ${row.updatedAt.slice(0, 16)}`));
  return origins.size <= 1 && lines.every(({ row }) => row.source === "file");
}

/** The digits that the longest fraction needs: the same room for all aligns the separators. */
export function fractionRoom(decimals: readonly (string | null)[], atLeast = 0): number {
  return decimals.reduce((room, text) => Math.max(room, text?.split(".")[1]?.length ?? 0), atLeast);
}
