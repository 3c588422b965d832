import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { shownState } from "../../lib/entry-status.ts";
import { KindName } from "../../ui/kind-name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./document-detail.module.css";
import type { DocumentDetail } from "./document-status.ts";

/** Every entry made here about the document, newest first, each with the way to its sending history. */
export function Entries({ entries }: { entries: DocumentDetail["entries"] }) {
  const { t } = useTranslation();
  return (
    <section data-testid="document-entries">
      <h3 className={classes.heading} tabIndex={-1}>
        {t("documents.entries.title")}
      </h3>
      {entries.length === 0 ? (
        <p className={classes.quiet}>{t("documents.entries.none")}</p>
      ) : (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.entryId}>
              <StateBadge state={shownState(entry.state, entry.correctedByEntryId)} />
              <span className={classes.entryKind}>
                <KindName kind={entry.kind} /> · <TimeAgo at={entry.createdAt} />
              </span>
              <Link href={`/outbox/${entry.entryId}`}>{t("documents.entries.open")}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
