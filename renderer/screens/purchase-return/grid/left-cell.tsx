import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { isolated } from "../../../i18n/format.ts";
import type { ReturnLine } from "../draft/draft.ts";
import { givenOf, latestSums } from "../draft/line-sums.ts";
import { activeLines, useReturns } from "../draft/returns-store.ts";
import { boughtFor, isAboveLeft, type Left, type LeftField, leftFor } from "../purchases/purchased.ts";
import type { UnitBases } from "../units/unit-conversion.ts";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";

interface FieldLeft {
  left: Left | null;
  /** Said where more is given back than is left. */
  warning: string | null;
}

export interface LineLeft {
  quantity: FieldLeft;
  free: FieldLeft;
  /** Why what is left is not known, or only about. */
  why: string;
}

const NOTHING_GIVEN = { given: undefined, givenFree: undefined };

/** How much the whole return gives back of a line's purchase line, free ones apart. */
function useGiven(line: ReturnLine | undefined, bases: UnitBases) {
  return useReturns(
    useShallow((state) => {
      if (line?.purchaseLine === undefined) return NOTHING_GIVEN;
      const sums = latestSums(activeLines(state), bases);
      return {
        given: givenOf(sums, line, "quantity"),
        givenFree: givenOf(sums, line, "freeQuantity"),
      };
    }),
  );
}

/** What is left of the purchase that a line gives back; null where it is of none. */
export function useLeft(line: ReturnLine | undefined): LineLeft | null {
  const { t } = useTranslation();
  const { purchased, bases, units, formats } = useGrid();
  const { given, givenFree } = useGiven(line, bases);
  return useMemo(() => {
    if (line?.purchaseLine === undefined) return null;
    const { documentNo } = line.purchaseLine;
    const bought = boughtFor(line, purchased);
    const of = (field: LeftField, taken: string | undefined): FieldLeft => {
      const left = bought === undefined ? null : leftFor(bought, line.measureUnitId, { bases, field });
      if (left === null || !isAboveLeft(taken, left)) return { left, warning: null };
      const purchase = isolated(documentNo);
      if (/^-|^0$/.test(left.amount))
        return { left, warning: t("purchaseReturn.purchase.noneLeft", { purchase }) };
      const amount = formats.decimal(left.shown);
      const unit = isolated(units.find(({ id }) => id === left.unitId)?.name ?? left.unitId);
      return { left, warning: t("purchaseReturn.purchase.aboveLeft", { left: amount, unit, purchase }) };
    };
    const problem = bought?.line.problem ?? null;
    return {
      quantity: of("quantity", given),
      free: of("freeQuantity", givenFree),
      why:
        bought === undefined
          ? t("purchaseReturn.purchase.notKnown")
          : problem === null
            ? ""
            : t(`purchaseReturn.purchase.${problem}`),
    };
  }, [line, purchased, bases, units, formats, given, givenFree, t]);
}

/** What is left, in the line's own unit or, where that number has no end, in the purchase's. */
export function LeftCell({ left }: { left: LineLeft | null }) {
  const { formats, units } = useGrid();
  const own = left?.quantity.left ?? null;
  if (left === null || own === null)
    return (
      <span className="faint" title={left?.why ?? ""}>
        —
      </span>
    );
  const warning = left.quantity.warning ?? left.free.warning;
  const unit = own.isOwnUnit ? null : (units.find(({ id }) => id === own.unitId)?.name ?? own.unitId);
  return (
    <span
      className={classes.stock}
      data-above={warning !== null}
      title={[warning, left.why].filter(Boolean).join(" ")}
    >
      {warning === null ? null : (
        <IconAlertTriangle size="1rem" stroke={1.8} role="img" aria-label={warning} />
      )}
      {own.isExact ? null : (
        <span role="img" aria-label={left.why}>
          ≈
        </span>
      )}
      <bdi>{formats.decimal(own.shown)}</bdi>
      {unit === null ? null : <bdi className="note cut">{unit}</bdi>}
    </span>
  );
}
