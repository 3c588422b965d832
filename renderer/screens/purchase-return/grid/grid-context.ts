/** What every cell of the grid needs and none of them changes. */
import { createContext, useContext } from "react";
import type { useDigitsWarning } from "../../../features/amount/use-digits-warning.ts";
import type { ScanAnswer } from "../../../features/scanning/ask-scan.ts";
import type { Formats } from "../../../i18n/format.ts";
import type { ShownColumn } from "../draft/shown-columns.ts";
import type { Purchased } from "../purchases/purchased.ts";
import type { UnitBases } from "../units/unit-conversion.ts";

export interface GridContext {
  draftId: string;
  storeId: string;
  currencyId: string;
  /** Fraction digits of the currency: the same for every price aligns the separators. */
  digits: number;
  /** Says that an amount has more digits than the currency. */
  digitsWarning: ReturnType<typeof useDigitsWarning>;
  /** Handed down once: a thousand cells asking for the settings themselves is what makes scrolling slow. */
  formats: Formats;
  disabled: boolean;
  /** The columns drawn. */
  columns: readonly ShownColumn[];
  /** Every unit of the reference data, for products whose own units are not known. */
  units: readonly { id: string; name: string }[];
  /** What each unit is in its base. */
  bases: UnitBases;
  /** What is left of the purchases that lines give back. */
  purchased: Purchased;
  /** Whether a line is of a purchase, so that what is left has its column. */
  showsLeft: boolean;
  onNotFound: (text: string | null) => void;
  /** A scan into a cell names no product, or several. */
  onNotOne: (scan: ScanAnswer) => void;
  onUnsettled: (text: string) => void;
  onError: (error: unknown) => void;
  /** Says aloud what happened where only the eye would see it. */
  say: (words: string) => void;
  /** Takes the focus from a cell to the one after it. */
  goOn: (row: number, column: number) => void;
}

/** What the form hands to the grid. */
export type FormContext = Omit<GridContext, "goOn" | "columns" | "showsLeft">;

const Context = createContext<GridContext | null>(null);
export const GridProvider = Context.Provider;

/** The grid a cell stands in. */
export function useGrid(): GridContext {
  const grid = useContext(Context);
  if (grid === null) throw new Error("a cell was drawn outside the grid");
  return grid;
}
