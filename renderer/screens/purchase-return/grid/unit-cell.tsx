import { memo } from "react";
import { useTranslation } from "react-i18next";
import classes from "./line-grid.module.css";

interface UnitCellProps {
  value: string;
  /** The units the product is known in. */
  own: readonly { id: string; name: string }[];
  all: readonly { id: string; name: string }[];
  label: string;
  testId: string;
  disabled: boolean;
  problem: string | null;
  onChange: (unitId: string) => void;
}

/** The choice of a unit: the product's own first. Alt+↓ or Space opens the list, letters choose from it. */
export const UnitCell = memo(function UnitCell({
  value,
  own,
  all,
  label,
  testId,
  disabled,
  problem,
  onChange,
}: UnitCellProps) {
  const { t } = useTranslation();
  const others = all.filter(({ id }) => !own.some((unit) => unit.id === id));
  const known = [...own, ...others].some(({ id }) => id === value);
  return (
    <select
      className={classes.input}
      data-kind="unit"
      data-testid={testId}
      aria-label={label}
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
