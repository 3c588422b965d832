import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isAboveStock } from "../finder/known-stock.ts";
import type { fromBase } from "../units/unit-conversion.ts";
import { useGrid } from "./grid-context.ts";
import classes from "./line-grid.module.css";

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
  const { formats } = useGrid();
  if (stock === null || shown === null) return <span className="faint">—</span>;
  const above = isAboveStock(taken, stock);
  const figure = formats.decimal(shown.value);
  const warning = above ? t("purchaseReturn.grid.aboveStock", { stock: figure }) : "";
  const rounded = shown.exact ? "" : t("purchaseReturn.grid.roundedDown");
  return (
    <span className={classes.stock} data-above={above} title={[warning, rounded].filter(Boolean).join(" ")}>
      {above ? <IconAlertTriangle size="1rem" stroke={1.8} role="img" aria-label={warning} /> : null}
      {shown.exact ? null : (
        <span role="img" aria-label={rounded}>
          ≈
        </span>
      )}
      <bdi>{figure}</bdi>
    </span>
  );
}
