import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { reportError } from "../../../client/report-error.ts";
import { askScan, tellScan, useScans } from "../../../features/scanning/receivers.ts";
import { useScanSound } from "../../../features/scanning/use-scan-sound.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { Filter } from "../../../ui/views.tsx";
import classes from "../reference-data.module.css";
import { canBeDeleted, type ReferenceDataTab, SHOWN, useReferenceData } from "../reference-data-state.ts";

/** Shows the product that is scanned; of a code that names none, what was shown stays. */
function useScannedProduct(enabled: boolean): void {
  const { t } = useTranslation();
  const sound = useScanSound();
  const show = async (codes: readonly string[]) => {
    const { product, choices } = await askScan(codes);
    const found = product ?? choices?.[0]?.product;
    // As the reference data spells it: it is what is searched there.
    if (found !== undefined) return useReferenceData.setState({ text: found.barcode, shown: "all" });
    tellScan(t("components.scanner.noProduct"));
    sound("attention");
  };
  useScans({
    onScan: (codes) => {
      show(codes).catch((error: unknown) => reportError("rejection", error));
      return true;
    },
    enabled,
  });
}

/** How many records of a kind there are, and how old they are. */
function TabFacts({ tab }: { tab: ReferenceDataTab }) {
  const { t } = useTranslation();
  const counts = useChannel("mirror.counts", {}).data;
  if (tab === "balance") return <p className={classes.facts}>{t("referenceData.facts.answered")}</p>;
  const known = counts?.kinds.find((one) => one.kind === tab);
  if (known === undefined) return <p className={classes.facts} />;
  return (
    <p className={classes.facts} data-testid="reference-data-facts">
      <span>{t("referenceData.facts.live", { count: known.live })}</span>
      {known.deleted === 0 ? null : <span>{t("referenceData.facts.deleted", { count: known.deleted })}</span>}
      {known.importedAt === null ? (
        <span>{t("referenceData.facts.neverImported")}</span>
      ) : (
        <span>
          {t("referenceData.facts.imported")} <TimeAgo at={known.importedAt} />
        </span>
      )}
    </p>
  );
}

interface SearchBarProps {
  tab: ReferenceDataTab;
  field: RefObject<HTMLInputElement | null>;
  /** Arrow down or Enter leads from the field into the table. */
  toTable: () => void;
}

/** What the table is narrowed by, and how much there is in all. */
export function SearchBar({ tab, field, toTable }: SearchBarProps) {
  const { t } = useTranslation();
  const { text, shown } = useReferenceData();
  useScannedProduct(tab === "product");
  return (
    <div className="row gap-8-16">
      <SearchField
        field={field}
        label={t("referenceData.search")}
        placeholder={t(`searchHint.${tab}`)}
        testId="reference-data-search"
        starts
        className={classes.search}
        text={text}
        onText={(typed) => useReferenceData.setState({ text: typed })}
        onGoOn={toTable}
      />
      {canBeDeleted(tab) ? (
        <Filter
          label={t("referenceData.shown.label")}
          chosen={shown}
          onChoose={(next) => useReferenceData.setState({ shown: next })}
          options={SHOWN.map((value) => ({ value, words: t(`referenceData.shown.${value}`) }))}
        />
      ) : null}
      <TabFacts tab={tab} />
    </div>
  );
}
