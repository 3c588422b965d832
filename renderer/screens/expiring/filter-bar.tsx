import { useTranslation } from "react-i18next";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { Filter } from "../../ui/filter.tsx";
import classes from "./expiring.module.css";
import { GROUPINGS } from "./expiring-rows.ts";
import { useExpiring, WITHIN } from "./expiring-state.ts";

/** How soon, whose and where; and what stands together. */
export function FilterBar() {
  const { t } = useTranslation();
  const { within, grouping, supplierAccountId, storeId } = useExpiring();
  return (
    <div className="wrap bottom gap-8-16">
      <div className="grid gap-4">
        <span className="small medium" aria-hidden="true">
          {t("expiring.within.label")}
        </span>
        <Filter
          label={t("expiring.within.label")}
          chosen={within}
          onChoose={(value) => useExpiring.setState({ within: value })}
          options={WITHIN.map((value) => ({
            value,
            words:
              value === "windows" || value === "all"
                ? t(`expiring.within.${value}`)
                : t("expiring.within.days", { count: Number(value) }),
          }))}
        />
      </div>
      <div className="grid gap-4">
        <span className="small medium" aria-hidden="true">
          {t("expiring.grouping.label")}
        </span>
        <Filter
          label={t("expiring.grouping.label")}
          chosen={grouping}
          onChoose={(value) => useExpiring.setState({ grouping: value })}
          options={GROUPINGS.map((value) => ({ value, words: t(`expiring.grouping.${value}`) }))}
        />
      </div>
      <div className={classes.picker}>
        <RecordPicker
          kind="supplier"
          label={t("expiring.column.supplier")}
          value={supplierAccountId}
          onChange={(id) => useExpiring.setState({ supplierAccountId: id })}
        />
      </div>
      <div className={classes.picker}>
        <RecordPicker
          kind="store"
          label={t("expiring.column.store")}
          value={storeId}
          onChange={(id) => useExpiring.setState({ storeId: id })}
        />
      </div>
    </div>
  );
}
