/** A pasted row to a line of the return, and what of it was not understood. Pure; who has which goods is handed in. */
import type { MirrorRow, ProductRow } from "../../../../contract/channels/mirror.ts";
import { COLUMNS, type ColumnId } from "../../../../contract/return-line.ts";
import { parseTypedDecimal } from "../../../../contract/typed-decimal.ts";
import { latinNumber } from "../../../lib/latin-number.ts";
import { parseTypedDate } from "../../../ui/field/typed-date.ts";
import { emptyLine, type ReturnLine } from "../draft/draft.ts";
import type { FoundGoods } from "../finder/use-goods.ts";

/** What a text in the product's column stands for. */
export type Resolved = { kind: "found"; found: FoundGoods } | { kind: "none" | "several" };

export interface PastedLine {
  /** The row of the block, from 1, its names counted. */
  row: number;
  /** The product as it was pasted. */
  text: string;
  resolved: Resolved;
  /** The unit that was pasted and that nobody knows. */
  unknownUnit: string | null;
  line: ReturnLine;
}

const sameText = (a: string, b: string): boolean =>
  a.normalize("NFKC").trim().toLocaleLowerCase() === b.normalize("NFKC").trim().toLocaleLowerCase();

/** By barcode, by id and by the exact name; two different goods are never guessed between. */
export function resolvedProduct(
  text: string,
  byBarcode: FoundGoods | null,
  rows: readonly MirrorRow[],
): Resolved {
  const id = latinNumber(text);
  const named = rows.filter((row): row is ProductRow => row.kind === "product" && sameText(row.name, text));
  const live = named.filter(({ deleted }) => !deleted);
  const products = [
    ...rows.filter((row): row is ProductRow => row.kind === "product" && String(row.id) === id),
    ...(live.length > 0 ? live : named),
  ];
  const all = [
    ...(byBarcode === null ? [] : [byBarcode]),
    ...products.map((product) => ({ product, productId: String(product.id), measureUnitId: null })),
  ];
  const [found] = all;
  if (found === undefined) return { kind: "none" };
  return all.every(({ productId }) => productId === found.productId)
    ? { kind: "found", found }
    : { kind: "several" };
}

/** A unit by its id or its name. */
export function unitNamed(text: string, units: readonly { id: string; name: string }[]): string | null {
  const id = latinNumber(text);
  return (
    (units.find((unit) => sameText(unit.name, text)) ?? units.find((unit) => unit.id === id))?.id ?? null
  );
}

const decimal = (text: string): string => {
  const read = parseTypedDecimal(text);
  return read.kind === "decimal" ? read.value : text;
};
const date = (text: string, means: "firstDay" | "lastDay"): string => {
  const read = parseTypedDate(text, means);
  return read.kind === "date" ? read.value : text;
};

/** What stands in a column, in the draft's spelling where it can be read, else as it was pasted. */
function settled(column: ColumnId, text: string): string {
  const kind = COLUMNS.find(({ id }) => id === column)?.kind;
  if (kind === "decimal") return decimal(text);
  if (kind === "productionDate") return date(text, "firstDay");
  return kind === "expiryDate" ? date(text, "lastDay") : text;
}

/** The text of one column of a row. */
export function cellOf(
  cells: readonly string[],
  columns: readonly (ColumnId | null)[],
  wanted: ColumnId,
): string {
  const at = columns.indexOf(wanted);
  return at === -1 ? "" : (cells[at] ?? "");
}

/** The line that a row's own cells make; goods, unit and a price to begin with are for the caller to add. */
export function lineOfCells(
  lineId: string,
  cells: readonly string[],
  columns: readonly (ColumnId | null)[],
): ReturnLine {
  const line = emptyLine(lineId);
  for (const { id, field } of COLUMNS)
    if (id !== "product" && id !== "unit") line[field] = settled(id, cellOf(cells, columns, id));
  return { ...line, priceTyped: line.price !== "" };
}
