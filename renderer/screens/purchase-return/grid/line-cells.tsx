import { UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { isolated } from "../../../i18n/format.ts";
import { ownNameFirst, twoNames } from "../../../lib/text.ts";
import type { ReturnLine } from "../draft/draft.ts";
import { boughtFor, isAboveLeft, type Left, type LeftField, leftFor } from "../draft/purchased.ts";
import { isAboveStock } from "../draft/stock.ts";
import { givenOf, latestSums } from "../draft/sums.ts";
import { type fromBase, type Unit, type UnitBases, unitName } from "../draft/units.ts";
import { ProductFinder } from "../finder/product-finder.tsx";
import { lookingUp } from "../finder/scan-decision.ts";
import { useGoods, useProduct } from "../finder/use-goods.ts";
import { useForm } from "../form-context.ts";
import {
  activeLines,
  changeDraft,
  forgetScanProblem,
  holds,
  lineOf,
  showError,
  type UnitChange,
  undoUnitChange,
  useReturns,
} from "../returns-store.ts";
import classes from "./line-grid.module.css";
import { cellLabel } from "./typed-cell.tsx";

interface UnitCellProps {
  row: number;
  value: string;
  /** The units the product is known in. */
  own: readonly Unit[];
  problem: string | null;
  onChange: (unitId: string) => void;
}

/** The choice of a unit: the product's own first. Alt+↓ or Space opens the list, letters choose from it. */
export const UnitCell = memo(function UnitCell({ row, value, own, problem, onChange }: UnitCellProps) {
  const { t } = useTranslation();
  const { units: all, disabled } = useForm();
  const others = all.filter(({ id }) => !own.some((unit) => unit.id === id));
  const known = [...own, ...others].some(({ id }) => id === value);
  return (
    <select
      className={classes.input}
      data-kind="unit"
      data-testid={`cell-${row}-unit`}
      aria-label={cellLabel(t, "unit", row)}
      aria-invalid={problem !== null}
      aria-description={problem ?? ""}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t("purchaseReturn.grid.chooseUnit")}</option>
      {known || value === "" ? null : <option value={value}>{value}</option>}
      {own.map((unit) => (
        <option key={unit.id} value={unit.id}>
          {unit.name}
        </option>
      ))}
      {others.length === 0 ? null : (
        <optgroup label={t("purchaseReturn.grid.otherUnits")}>
          {others.map((unit) => (
            <option key={unit.id} value={unit.id}>
              {unit.name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
});

interface FigureProps {
  value: string;
  /** Said where more is taken than that. */
  warning: string | null;
  /** Why the figure is only about right; null: it is exact. */
  inexact: string | null;
  title: string;
  unit?: string | null;
}

/** A figure beside a line, marked where it is too small or rounded. */
export function Figure({ value, warning, inexact, title, unit = null }: FigureProps) {
  const { formats } = useForm();
  return (
    <span className={classes.stock} data-above={warning !== null} title={title}>
      {warning === null ? null : (
        <IconAlertTriangle size="1rem" stroke={1.8} role="img" aria-label={warning} />
      )}
      {inexact === null ? null : (
        <span role="img" aria-label={inexact}>
          ≈
        </span>
      )}
      <bdi>{formats.decimal(value)}</bdi>
      {unit === null ? null : <bdi className="note cut">{unit}</bdi>}
    </span>
  );
}

interface StockCellProps {
  /** In base units, as `stock`, where the unit has a known base. */
  taken: string | undefined;
  stock: string | null;
  /** The stock in the line's own unit; not exact: rounded down. */
  shown: ReturnType<typeof fromBase> | null;
}

/** The last known stock of a line's goods, and whether the return takes more. */
export function StockCell({ taken, stock, shown }: StockCellProps) {
  const { t } = useTranslation();
  const { formats } = useForm();
  if (stock === null || shown === null) return <span className="faint">—</span>;
  const warning = isAboveStock(taken, stock)
    ? t("purchaseReturn.grid.aboveStock", { stock: formats.decimal(shown.value) })
    : null;
  const inexact = shown.exact ? null : t("purchaseReturn.grid.roundedDown");
  const title = [warning, inexact].filter(Boolean).join(" ");
  return <Figure value={shown.value} warning={warning} inexact={inexact} title={title} />;
}

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
  const { purchased, bases, units, formats } = useForm();
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
      const unit = isolated(unitName(units, left.unitId));
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
  const { units } = useForm();
  const own = left?.quantity.left ?? null;
  if (left === null || own === null)
    return (
      <span className="faint" title={left?.why ?? ""}>
        —
      </span>
    );
  const warning = left.quantity.warning ?? left.free.warning;
  return (
    <Figure
      value={own.shown}
      warning={warning}
      inexact={own.isExact ? null : left.why}
      title={[warning, left.why].filter(Boolean).join(" ")}
      unit={own.isOwnUnit ? null : unitName(units, own.unitId)}
    />
  );
}

/** In a line whose unit became another: what it is now and was before, with the way back. Ctrl+Z is its key. */
const UnitNote = memo(function UnitNote({ lineId }: { lineId: string }) {
  const change = useReturns(({ unitChange }) => (unitChange?.before.lineId === lineId ? unitChange : null));
  return change === null ? null : <Changed change={change} />;
});

function Changed({ change }: { change: UnitChange }) {
  const { t } = useTranslation();
  const { formats, units, digits, disabled } = useForm();
  const { before } = change;
  const now = useReturns((state) => lineOf(state, before.lineId));
  if (now === undefined || before.measureUnitId === "" || !holds(change, now)) return null;
  // A name in either script, or a number, keeps its own direction inside a sentence.
  const number = (typed: string, least: number) =>
    isolated(/^-?\d+(?:\.\d+)?$/.test(typed) ? formats.decimal(typed, least) : typed || "—");
  const unit = (id: string) => isolated(unitName(units, id));
  const words = t("purchaseReturn.unit.became", {
    quantity: number(now.quantity, 0),
    unit: unit(now.measureUnitId),
    price: number(now.price, digits),
    quantityBefore: number(before.quantity, 0),
    unitBefore: unit(before.measureUnitId),
    priceBefore: number(before.price, digits),
  });
  return (
    <span className={`${classes.unitNote} note flex baseline gap-8 absolute`} data-testid="unit-note">
      <span role="status" title={words}>
        {words}
      </span>
      <UnstyledButton
        className={`${classes.unitUndo} accent strong fixed`}
        tabIndex={-1}
        disabled={disabled}
        data-testid="unit-undo"
        onClick={() => undoUnitChange(change, now)}
      >
        {t("action.undo")}
      </UnstyledButton>
    </span>
  );
}

interface ProductCellProps {
  lineId: string;
  productId: string;
  row: number;
  problem: string | null;
}

/** The goods of a line, by name; typing here puts others in their place, and so does a scan where there are none yet. */
export const ProductCell = memo(function ProductCell({ lineId, productId, row, problem }: ProductCellProps) {
  const { t, i18n } = useTranslation();
  const { draftId, disabled, grid, ...place } = useForm();
  const goodsOf = useGoods(place);
  const product = useProduct(productId);
  const unknown = productId === "" ? "" : t("purchaseReturn.grid.unknownProduct", { id: productId });
  const { own, other } = twoNames(product?.name ?? unknown, i18n.language);
  return (
    <>
      {own === "" ? null : (
        // A field holds one line: where nobody types, the name is written over it in two.
        <span className={`${classes.names} unpressed tight line absolute pad-x-8`} aria-hidden="true">
          <span>
            <bdi className={`${classes.own} lines-2 clip`}>{own}</bdi>
            {other === null ? null : <bdi className={`${classes.other} note nowrap cut block`}>{other}</bdi>}
          </span>
        </span>
      )}
      <ProductFinder
        shown={ownNameFirst(product?.name ?? unknown, i18n.language)}
        label={cellLabel(t, "product", row)}
        testId={`cell-${row}-product`}
        className={classes.input ?? ""}
        placeholder={t("purchaseReturn.grid.productHint")}
        disabled={disabled}
        invalid={problem !== null}
        scansHere={productId === ""}
        onOther={forgetScanProblem}
        onFound={(found) => {
          grid.current?.focusCell(row, 1);
          lookingUp(found.product?.name ?? found.productId, goodsOf(found)).then(
            (goods) => changeDraft(draftId, { type: "chooseGoods", lineId, goods }),
            showError,
          );
        }}
      />
      <UnitNote lineId={lineId} />
    </>
  );
});
