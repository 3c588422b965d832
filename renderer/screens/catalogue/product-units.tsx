import { useTranslation } from "react-i18next";
import type { ProductRow } from "../../../contract/channels/mirror.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import classes from "./catalogue.module.css";

/** A product's units in one line: name, cost and sales price, barcode. */
export function ProductUnits({ units }: { units: ProductRow["units"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span className={classes.units}>
      {units.map((unit) => (
        <span key={`${unit.measureUnitId} ${unit.barcode}`}>
          <bdi>{unit.measureUnitName ?? unit.measureUnitId ?? "—"}</bdi>{" "}
          {unit.costPrice === null ? null : (
            <span className={classes.dim}>
              {t("catalogue.unit.cost", { price: formats.decimal(unit.costPrice) })}{" "}
            </span>
          )}
          {unit.barcode === null ? null : (
            <bdi className={classes.code} dir="ltr">
              {unit.barcode}
            </bdi>
          )}
        </span>
      ))}
    </span>
  );
}
