import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { Filter } from "../../ui/filter.tsx";
import { countOf, FILTERS, type Filter as Lane } from "./filters.ts";

interface FilterBarProps {
  filter: Lane;
  onFilter: (filter: Lane) => void;
}

/** The lanes of the outbox, with how many entries wait in each. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation();
  const counts = useChannel("sync.status", {}).data?.counts;
  // Most counters have none to check: the lane is there only where there is something in it.
  const toCheck = useChannel("outbox.summary", {}).data?.withoutEvidence ?? 0;
  const shown = FILTERS.filter((name) => name !== "withoutEvidence" || toCheck > 0 || filter === name);
  return (
    <Filter
      label={t("outbox.filter.label")}
      chosen={filter}
      onChoose={onFilter}
      options={shown.map((value) => ({
        value,
        words: t(`outbox.filter.${value}`),
        count: value === "withoutEvidence" ? toCheck : countOf(value, counts),
      }))}
    />
  );
}
