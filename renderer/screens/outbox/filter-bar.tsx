import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/use-formats.ts";
import { useChannel } from "../../queries.ts";
import classes from "./filter-bar.module.css";
import { countOf, FILTERS, type Filter } from "./filters.ts";

interface FilterBarProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** One button a state, with how many entries are in it. */
export function FilterBar({ filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const counts = useChannel("sync.status", {}).data?.counts;
  const wordsOf = (name: Filter) =>
    name === "open" || name === "decide" || name === "all"
      ? t(`outbox.filter.${name}`)
      : t(`components.state.${name}`);
  return (
    <fieldset className={classes.bar} aria-label={t("outbox.filter.label")}>
      {FILTERS.map((name) => {
        const count = countOf(name, counts);
        return (
          <UnstyledButton
            key={name}
            className={classes.filter ?? ""}
            aria-pressed={name === filter}
            data-zero={count === 0}
            onClick={() => onFilter(name)}
          >
            {wordsOf(name)}
            {count === null ? null : <span className={classes.count}>{formats.count(count)}</span>}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
