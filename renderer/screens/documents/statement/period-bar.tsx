import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { HelpLink } from "../../../features/help/help-link.tsx";
import { RecordPicker } from "../../../features/record-picker/record-picker.tsx";
import { dayOf } from "../../../lib/today.ts";
import { Filter } from "../../../ui/filter.tsx";
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
    <div className="wrap top gap-8-16">
      <div className={`${classes.picker} grow-from-14`}>
        <RecordPicker
          kind="supplier"
          label={t("field.supplierAccountId")}
          value={accountId}
          onChange={(id) => navigate(`/documents/statement${id === null ? "" : `/${id}`}`, { replace: true })}
          autoFocus={accountId === null}
          withDeleted
        />
      </div>
      <div className="grid gap-4">
        <span className="small medium" aria-hidden="true">
          {t("statement.period.label")}
        </span>
        <Filter
          label={t("statement.period.label")}
          chosen={chosen.period}
          onChoose={(period) => useChosen.setState({ period })}
          options={PERIODS.map((value) => ({ value, words: t(`statement.period.${value}`) }))}
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
      <span className={classes.help}>
        <HelpLink page="supplier-statement" />
      </span>
    </div>
  );
}
