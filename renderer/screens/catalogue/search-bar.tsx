import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Keys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import classes from "./catalogue.module.css";
import { useCatalogue } from "./catalogue-state.ts";
import { TabFacts } from "./tab-facts.tsx";
import { type CatalogueTab, canBeDeleted, SHOWN } from "./tabs.ts";

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
  const find = useRef(() => {
    field.current?.focus();
    field.current?.select();
  });
  useShortcut({ combo: "Mod+F", words: t("catalogue.search"), run: find.current });
  return (
    <div className={classes.tools}>
      <TextInput
        ref={field}
        className={classes.search ?? ""}
        aria-label={t("catalogue.search")}
        placeholder={t(`catalogue.searchHint.${tab}`)}
        data-testid="catalogue-search"
        leftSection={<IconSearch size="1.125rem" stroke={1.7} aria-hidden="true" />}
        rightSection={<Keys combo="Mod+F" />}
        rightSectionWidth="5rem"
        rightSectionPointerEvents="none"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={text}
        onChange={(event) => useCatalogue.setState({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") useCatalogue.setState({ text: "" });
          else if (event.key === "ArrowDown" || event.key === "Enter") toTable();
          else return;
          event.preventDefault();
        }}
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
