import { Button } from "@mantine/core";
import { IconTags } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useCatalogue } from "../catalogue-state.ts";
import { type CatalogueTab, fileKindOf } from "../tabs.ts";

interface NothingProps {
  tab: CatalogueTab;
  /** Whether a text or a filter narrows the table. */
  narrowed: boolean;
}

/** Stands in an empty table: why it is empty, and what would fill it. */
export function Nothing({ tab, narrowed }: NothingProps) {
  const { t } = useTranslation();
  if (narrowed)
    return (
      <EmptyState
        icon={IconTags}
        title={t("catalogue.empty.filtered")}
        action={
          <Button variant="default" onClick={() => useCatalogue.setState({ text: "", shown: "all" })}>
            {t("catalogue.empty.clear")}
          </Button>
        }
      >
        {t("catalogue.empty.filteredText")}
      </EmptyState>
    );
  if (fileKindOf(tab) === null)
    return (
      <EmptyState icon={IconTags} title={t("catalogue.empty.unanswered")}>
        {t("catalogue.empty.unansweredText")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTags}
      title={t("catalogue.empty.none")}
      action={
        <Button variant="light" onClick={() => useCatalogue.setState({ importOpen: true })}>
          {t("catalogue.import.open")}
        </Button>
      }
    >
      {t("catalogue.empty.noneText")}
    </EmptyState>
  );
}
