import { UnstyledButton } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { isolated } from "../../../i18n/format.ts";
import { lineOf, type UnitChange, useReturns } from "../draft/returns-store.ts";
import { useGrid } from "../grid/grid-context.ts";
import classes from "../grid/line-grid.module.css";
import { holds, undoUnitChange } from "./unit-change.ts";

/** In a line whose unit became another: what it is now and was before, with the way back. Ctrl+Z is its key. */
export const UnitNote = memo(function UnitNote({ lineId }: { lineId: string }) {
  const change = useReturns(({ unitChange }) => (unitChange?.before.lineId === lineId ? unitChange : null));
  return change === null ? null : <Changed change={change} />;
});

function Changed({ change }: { change: UnitChange }) {
  const { t } = useTranslation();
  const { formats, units, digits, disabled } = useGrid();
  const { before } = change;
  const now = useReturns((state) => lineOf(state, before.lineId));
  if (now === undefined || before.measureUnitId === "" || !holds(change, now)) return null;
  // A name in either script, or a number, keeps its own direction inside a sentence.
  const number = (typed: string, least: number) =>
    isolated(/^-?\d+(?:\.\d+)?$/.test(typed) ? formats.decimal(typed, least) : typed || "—");
  const unit = (id: string) => isolated(units.find((one) => one.id === id)?.name ?? id);
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
        {t("purchaseReturn.shortcut.undo")}
      </UnstyledButton>
    </span>
  );
}
