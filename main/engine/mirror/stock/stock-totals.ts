/** Sums a product's stock rows in base units, store by store; null where a sum would claim too much. */
import Big from "big.js";
import type { Conversion } from "../../../../contract/channels/mirror.ts";
import type { ChannelOutput } from "../../../../contract/channels.ts";
import { type ExactInteger, timestampOf } from "../../../../contract/values.ts";
import { grouped } from "../../../lib/grouped.ts";
import type { StoredStock } from "../mirror-reads.ts";
import { orNull } from "../mirror-rows.ts";

export type StockTotal = ChannelOutput<"mirror.unitConversion">["stock"][number];
type UnitKey = ExactInteger | "";

interface Known {
  /** "": a row of no unit. */
  conversion(unit: UnitKey): Conversion | null;
  storeName(store: UnitKey): string | null;
}

const unitsOf = (rows: readonly StoredStock[]): (ExactInteger | null)[] => [
  ...new Set(rows.map((row) => orNull(row.measure_unit_id))),
];

/** What is the matter with the rows of one store, and the base unit where they have one in common. */
function judge(
  rows: readonly StoredStock[],
  conversion: Known["conversion"],
): Pick<StockTotal, "problem" | "measureUnitIds"> & { base: Conversion | null } {
  const unconverted = rows.filter((row) => (conversion(row.measure_unit_id)?.factor ?? null) === null);
  if (unconverted.length > 0)
    return { problem: "no_conversion", measureUnitIds: unitsOf(unconverted), base: null };
  const base = conversion(rows[0]?.measure_unit_id ?? "");
  if (rows.some((row) => conversion(row.measure_unit_id)?.baseUnitId !== base?.baseUnitId))
    return { problem: "several_bases", measureUnitIds: unitsOf(rows), base: null };
  const silent = rows.filter((row) => row.quantity === null);
  if (silent.length > 0) return { problem: "no_quantity", measureUnitIds: unitsOf(silent), base };
  return { problem: null, measureUnitIds: [], base };
}

/** One total for each store that the rows tell of. */
export function stockTotals(rows: readonly StoredStock[], known: Known): StockTotal[] {
  return [...grouped(rows, (row): UnitKey => row.store_id)].map(([store, ofStore]) => {
    const { base, problem, measureUnitIds } = judge(ofStore, known.conversion);
    const sum = ofStore.reduce(
      (total, row) =>
        total.plus(new Big(row.quantity ?? 0).times(known.conversion(row.measure_unit_id)?.factor ?? 0)),
      new Big(0),
    );
    return {
      storeId: orNull(store),
      storeName: known.storeName(store),
      baseUnitId: base?.baseUnitId ?? null,
      baseUnitName: base?.baseUnitName ?? null,
      quantity: problem === null ? sum.toFixed() : null,
      problem,
      measureUnitIds,
      answeredAt: timestampOf(
        ofStore.reduce((oldest, row) => Math.min(oldest, row.answered_at), Number.MAX_SAFE_INTEGER),
      ),
    };
  });
}
