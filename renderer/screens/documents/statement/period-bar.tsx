import { SegmentedControl, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { RecordPicker } from "../../../features/record-picker/record-picker.tsx";
import { dayOf } from "../../../lib/today.ts";
import { PERIODS, typedDays } from "./period.ts";
import classes from "./statement.module.css";
import { useChosen } from "./use-statement.ts";

/** Whose statement it is, and of which days. */
export function PeriodBar({ accountId }: { accountId: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const chosen = useChosen();
  const { wrong } = typedDays(chosen, dayOf(Date.now()));
  return (
    <div className={classes.tools}>
      <div className={classes.picker}>
        <RecordPicker
          kind="supplier"
          label={t("statement.supplier")}
          value={accountId}
          onChange={(id) => navigate(`/documents/statement${id === null ? "" : `/${id}`}`, { replace: true })}
          autoFocus={accountId === null}
          withDeleted
        />
      </div>
      <div className={classes.field}>
        <span id="statement-period" className={classes.label}>
          {t("statement.period.label")}
        </span>
        <SegmentedControl
          aria-labelledby="statement-period"
          value={chosen.period}
          onChange={(period) => useChosen.setState({ period })}
          data={PERIODS.map((value) => ({ value, label: t(`statement.period.${value}`) }))}
        />
      </div>
      {chosen.period !== "days"
        ? null
        : (["from", "to"] as const).map((end) => (
            <TextInput
              key={end}
              className={classes.day ?? ""}
              label={t(`statement.period.${end}`)}
              value={chosen[end]}
              error={wrong.includes(end) ? t("statement.period.wrong") : null}
              onChange={(event) => useChosen.setState({ [end]: event.currentTarget.value })}
            />
          ))}
    </div>
  );
}
