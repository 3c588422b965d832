import { SegmentedControl } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../../ui/search-field.tsx";
import classes from "../catalogue.module.css";
import { useCatalogue } from "../catalogue-state.ts";
import { type CatalogueTab, canBeDeleted, SHOWN } from "../tabs.ts";
import { TabFacts } from "./tab-facts.tsx";

interface SearchBarProps {
  tab: CatalogueTab;
  field: RefObject<HTMLInputElement | null>;
  /** Arrow down or Enter leads from the field into the table. */
  toTable: () => void;
}

/** What the table is narrowed by, and how much there is in all. */
export function SearchBar({ tab, field, toTable }: SearchBarProps) {
  const { t } = useTranslation();
  const { text, shown } = useCatalogue();
  return (
    <div className={classes.tools}>
      <SearchField
        field={field}
        label={t("catalogue.search")}
        placeholder={t(`catalogue.searchHint.${tab}`)}
        testId="catalogue-search"
        className={classes.search}
        text={text}
        onText={(typed) => useCatalogue.setState({ text: typed })}
        onGoOn={toTable}
      />
      {canBeDeleted(tab) ? (
        <SegmentedControl
          aria-label={t("catalogue.shown.label")}
          value={shown}
          onChange={(next) => useCatalogue.setState({ shown: next })}
          data={SHOWN.map((value) => ({ value, label: t(`catalogue.shown.${value}`) }))}
        />
      ) : null}
      <TabFacts tab={tab} />
    </div>
  );
}
