/** An example of each kind of file: a header row in the words of the screen, and three rows that are taken in. Pure. */
import type { TFunction } from "i18next";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { headerOf } from "./import-columns.ts";

type Name =
  | "water"
  | "rice"
  | "tea"
  | "piece"
  | "carton"
  | "kilogram"
  | "supplier"
  | "cash"
  | "bank"
  | "mainStore"
  | "branch"
  | "warehouse"
  | "riyal"
  | "dinar"
  | "dollar"
  | "enterReturns"
  | "editVouchers"
  | "undelete"
  | "fee";

/** A cell is the same in every language, or a name. */
type Cell = string | { name: Name };
const named = (name: Name): Cell => ({ name });

const DEVICE = "5b1e0a52-7c54-4d0e-9a51-3f2b8c6d7e10";

/**
 * The columns are in the order of `columnsOf`. The IDs are high, so that a file imported as it is hardly meets a
 * shop's own records; the barcodes are short, for sheet programs spoil long ones.
 */
const ROWS: Record<ReferenceKind, readonly (readonly Cell[])[]> = {
  product: [
    ["990001", named("water"), "62810017", "9901", "1.50", "1.10", "0"],
    ["990002", named("rice"), "62810024", "9903", "8.75", "7.25", "0"],
    ["990003", named("tea"), "62810031", "9902", "84", "71.5", "0"],
  ],
  measureUnit: [
    ["9901", named("piece"), "", "", "0"],
    ["9902", named("carton"), "9901", "12", "0"],
    ["9903", named("kilogram"), "", "", "0"],
  ],
  account: [
    ["990101", named("supplier"), "supplier", "0"],
    ["990201", named("cash"), "cash", "0"],
    ["990202", named("bank"), "bank", "0"],
  ],
  store: [
    ["9901", named("mainStore")],
    ["9902", named("branch")],
    ["9903", named("warehouse")],
  ],
  currency: [
    ["SAR", named("riyal"), "2"],
    ["KWD", named("dinar"), "3"],
    ["USD", named("dollar"), "2"],
  ],
  exchangeRate: [
    ["USD", "SAR", "3.75", "0"],
    ["KWD", "SAR", "12.2", "0"],
    ["AED", "SAR", "1.021", "0"],
  ],
  permission: [
    ["9901", named("enterReturns"), "0"],
    ["9902", named("editVouchers"), "0"],
    ["9903", named("undelete"), "0"],
  ],
  taxVoucher: [
    [
      ...["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f01", "SAR", "150.5"],
      ...[named("fee"), "1", "7", DEVICE, "2026-01-31T09:30:00.000Z"],
    ],
    ["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f02", "SAR", "75", "", "1", "7", DEVICE, "2026-02-01T08:00:00.000Z"],
    ["0d6f3c1e-4a0b-4c57-8f0e-1b2c3d4e5f03", "USD", "20", "", "2", "", "", "2026-02-02T10:15:00.000Z"],
  ],
  stock: [
    ["990001", "9901", "9901", "62810017", "2026-01-15", "2027-01-14", "1.10", "240", "SAR", "2026-02-01"],
    ["990002", "9903", "9901", "62810024", "", "2026-12-31", "7.25", "36", "SAR", ""],
    ["990003", "9902", "9902", "", "", "", "71.5", "4", "SAR", ""],
  ],
  purchase: [
    [
      "INV-7001",
      "2026-01-20",
      "990101",
      "SAR",
      "990001",
      "9901",
      "480",
      "24",
      "1.10",
      "2026-01-15",
      "2027-01-14",
      "B12",
    ],
    ["INV-7001", "2026-01-20", "990101", "SAR", "990002", "9903", "60", "", "7.25", "", "2026-12-31", ""],
    ["INV-7002", "2026-01-28", "990101", "SAR", "990003", "9902", "10", "", "71.5", "", "", ""],
  ],
};

/** The file's rows, the header first. */
export function sampleRows(t: TFunction, kind: ReferenceKind): string[][] {
  const wordsOf = (cell: Cell): string =>
    typeof cell === "string" ? cell : t(`catalogue.sample.name.${cell.name}`);
  return [headerOf(t, kind), ...ROWS[kind].map((row) => row.map(wordsOf))];
}

/** A name from which the kind is known again when the file is chosen. */
export const sampleName = (t: TFunction, kind: ReferenceKind): string => `${t(`catalogue.tab.${kind}`)}.csv`;
