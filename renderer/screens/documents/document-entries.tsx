import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { EmptyState } from "../../components/empty-state.tsx";
import { KindName } from "../../components/kind-name.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import classes from "./documents.module.css";
import type { DocumentDetail } from "./parts.ts";

/** The entries of this document, each with the way to its flight record in the outbox. */
export function DocumentEntries({ entries }: { entries: DocumentDetail["entries"] }) {
  const { t } = useTranslation();
  if (entries.length === 0)
    return <EmptyState title={t("documents.entries.none")}>{t("documents.entries.noneText")}</EmptyState>;
  return (
    <ul className={classes.entries}>
      {entries.map(({ entryId, state, createdAt, kind }) => (
        <li key={entryId}>
          <StateBadge state={state} />
          <KindName kind={kind} />
          <TimeAgo at={createdAt} />
          <Link href={`/outbox/${entryId}`} className={classes.link ?? ""}>
            {t("components.follow.openOutbox")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
