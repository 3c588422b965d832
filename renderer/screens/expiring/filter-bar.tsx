import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import classes from "./expiring.module.css";
import { GROUPINGS } from "./expiring-rows.ts";
import { useExpiring, WITHIN } from "./expiring-state.ts";

/** How soon, whose and where; and what stands together. */
export function FilterBar() {
  const { t } = useTranslation();
  const { within, grouping, supplierAccountId, storeId } = useExpiring();
  return (
    <div className={classes.filters}>
      <div className={classes.field}>
        <span id="expiring-within" className={classes.label}>
          {t("expiring.within.label")}
        </span>
        <SegmentedControl
          aria-labelledby="expiring-within"
          value={within}
          onChange={(value) => useExpiring.setState({ within: value })}
          data={WITHIN.map((value) => ({
            value,
            label:
              value === "windows" || value === "all"
                ? t(`expiring.within.${value}`)
                : t("expiring.within.days", { count: Number(value) }),
          }))}
        />
      </div>
      <div className={classes.field}>
        <span id="expiring-grouping" className={classes.label}>
          {t("expiring.grouping.label")}
        </span>
        <SegmentedControl
          aria-labelledby="expiring-grouping"
          value={grouping}
          onChange={(value) => useExpiring.setState({ grouping: value })}
          data={GROUPINGS.map((value) => ({ value, label: t(`expiring.grouping.${value}`) }))}
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
