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
  return (
    <Filter
      label={t("outbox.filter.label")}
      chosen={filter}
      onChoose={onFilter}
      options={FILTERS.map((value) => ({
        value,
        words: t(`outbox.filter.${value}`),
        count: countOf(value, counts),
      }))}
    />
  );
}
