/** What every part of the form needs and none of them changes. */
import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { MirrorRow } from "../../../contract/channels/mirror.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { useCurrencyDigits } from "../../features/amount/use-currency-digits.ts";
import { useDigitsWarning } from "../../features/amount/use-digits-warning.ts";
import type { ScanAnswer } from "../../features/scanning/ask-scan.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import type { Formats } from "../../i18n/format.ts";
import type { ReturnFrame, ShownColumn } from "./draft/draft.ts";
import { isFieldReason, type Problem } from "./draft/problems.ts";
import type { Purchased } from "./draft/purchased.ts";
import { type UnitBases, unitBases } from "./draft/units.ts";
import { usePriceIn } from "./finder/use-goods.ts";
import { activeLines, changeDraft, useReturns } from "./returns-store.ts";

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

/** Why a field can't be taken, in a short sentence. */
export function useProblemWords(): (problem: Problem | undefined) => string | null {
  const { t } = useTranslation();
  return (problem) => {
    if (problem === undefined) return null;
    return isFieldReason(problem.reason)
      ? reasonWords(t, { reason: problem.reason, params: problem.params })
      : t(`purchaseReturn.problem.${problem.reason}`);
  };
}

const NO_ROWS: MirrorRow[] = [];

/** The units one chooses from, and what every unit, deleted ones too, is in its base. */
export function useUnits() {
  const rows =
    useChannel("mirror.search", { kind: "measureUnit", text: "", limit: 1000 }).data?.rows ?? NO_ROWS;
  return useMemo(
    () => ({
      units: rows.flatMap((row) =>
        row.kind === "measureUnit" && !row.deleted ? [{ id: String(row.id), name: row.name }] : [],
      ),
      bases: unitBases(rows),
    }),
    [rows],
  );
}

type Given = Omit<FormContext, "draftId" | "storeId" | "currencyId" | "digits" | "digitsWarning" | "formats">;

/** Its functions must be the same from one drawing to the next. */
export function useFormContext({ draft, ...given }: { draft: ReturnFrame } & Given): FormContext {
  const { draftId, storeId, currencyId } = draft;
  const formats = useFormats();
  const digits = useCurrencyDigits(currencyId || null);
  const digitsWarning = useDigitsWarning(currencyId || null);
  const { disabled, units, bases, purchased, onNotFound, onNotOne, onUnsettled, onError, say } = given;
  return useMemo(
    () => ({
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased,
      onNotFound,
      onNotOne,
      onUnsettled,
      onError,
      say,
    }),
    [
      draftId,
      storeId,
      currencyId,
      digits,
      digitsWarning,
      formats,
      disabled,
      units,
      bases,
      purchased,
      onNotFound,
      onNotOne,
      onUnsettled,
      onError,
      say,
    ],
  );
}

type Place = { storeId: string; currencyId: string };

/** Asks anew for the prices that nobody typed, in another store or currency. */
export function useReprice(draftId: string, onError: (error: unknown) => void): (place: Place) => void {
  const priceIn = usePriceIn();
  const reprice = (place: Place) => {
    const untyped = activeLines(useReturns.getState()).filter(
      (line) => !line.priceTyped && line.productId !== "",
    );
    Promise.all(untyped.map(async (line) => [line.lineId, await priceIn(line, place)] as const)).then(
      (prices) => changeDraft(draftId, { type: "reprice", prices: new Map(prices) }),
      onError,
    );
  };
  const latest = useRef(reprice);
  useEffect(() => {
    latest.current = reprice;
  });
  return useCallback((place) => latest.current(place), []);
}
