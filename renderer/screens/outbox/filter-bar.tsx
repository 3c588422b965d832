import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
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
  // Most counters have none to check: the button is there only where there is something behind it.
  const toCheck = useChannel("outbox.list", { withoutEvidence: true, limit: 1 }).data?.entries.length ?? 0;
  const shown = FILTERS.filter((name) => name !== "withoutEvidence" || toCheck > 0 || filter === name);
  const wordsOf = (name: Filter) =>
    name === "open" || name === "decide" || name === "withoutEvidence" || name === "all"
      ? t(`outbox.filter.${name}`)
      : t(`components.state.${name}`);
  return (
    <fieldset className={classes.bar} aria-label={t("outbox.filter.label")}>
      {shown.map((name) => {
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
