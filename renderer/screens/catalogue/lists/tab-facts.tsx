import { useTranslation } from "react-i18next";
import { useChannel } from "../../../client/queries.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import classes from "../catalogue.module.css";
import { type CatalogueTab, fileKindOf } from "../tabs.ts";

/** How many records of a kind there are, and how old they are. */
export function TabFacts({ tab }: { tab: CatalogueTab }) {
  const { t } = useTranslation();
  const counts = useChannel("mirror.counts", {}).data;
  const kind = fileKindOf(tab);
  if (kind === null) return <p className={classes.facts}>{t("catalogue.facts.answered")}</p>;
  const known = counts?.kinds.find((one) => one.kind === kind);
  if (known === undefined) return <p className={classes.facts} />;
  return (
    <p className={classes.facts} data-testid="catalogue-facts">
      <span>{t("catalogue.facts.live", { count: known.live })}</span>
      {known.deleted === 0 ? null : <span>{t("catalogue.facts.deleted", { count: known.deleted })}</span>}
      {known.importedAt === null ? (
        <span>{t("catalogue.facts.neverImported")}</span>
      ) : (
        <span>
          {t("catalogue.facts.imported")} <TimeAgo at={known.importedAt} />
        </span>
      )}
    </p>
  );
}
