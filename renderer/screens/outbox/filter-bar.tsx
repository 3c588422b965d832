import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import classes from "./filter-bar.module.css";
import { countOf, FILTERS, type Filter } from "./filters.ts";

interface FilterBarProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** The lanes of the outbox, with how many entries wait in each. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const counts = useChannel("sync.status", {}).data?.counts;
  // Most counters have none to check: the lane is there only where there is something in it.
  const toCheck = useChannel("outbox.summary", {}).data?.withoutEvidence ?? 0;
  const shown = FILTERS.filter((name) => name !== "withoutEvidence" || toCheck > 0 || filter === name);
  return (
    <SegmentedControl
      className={classes.bar ?? ""}
      aria-label={t("outbox.filter.label")}
      value={filter}
      onChange={onFilter}
      data={shown.map((value) => {
        const count = value === "withoutEvidence" ? toCheck : countOf(value, counts);
        return {
          value,
          label: (
            <span className={classes.label}>
              {t(`outbox.filter.${value}`)}
              {count === null ? null : (
                <span className={classes.count} data-zero={count === 0}>
                  {formats.count(count)}
                </span>
              )}
            </span>
          ),
        };
      })}
    />
  );
}
