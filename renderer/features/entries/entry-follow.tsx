import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { shownState } from "../../../contract/shown-state.ts";
import { useChannel } from "../../client/queries.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import classes from "./entry-follow.module.css";
import { RefusalWords } from "./refusal-words.tsx";

/** Where an entry stands, by icon and word, kept up to date. */
export function EntryState({ entryId }: { entryId: string }) {
  const entry = useChannel("outbox.get", { entryId }).data;
  return <StateBadge state={entry === undefined ? "pending" : shownState(entry)} />;
}

interface EntryFollowProps {
  entryId: string;
  /** No way to the outbox: what must be done there has its own button beside it. */
  noLink?: boolean;
}

/** Where an entry stands, kept up to date, with the service's words where it has some and the way to the outbox. */
export function EntryFollow({ entryId, noLink = false }: EntryFollowProps) {
  const { t } = useTranslation();
  const entry = useChannel("outbox.get", { entryId }).data;
  const last = entry?.attempts.at(-1);
  // The network's own words are for the sending history; here it is said what they mean.
  const unanswered =
    last !== undefined &&
    (last.httpStatus === null || last.outcome === "no_evidence" || last.outcome === "answer_lost")
      ? last.outcome
      : null;
  const held = entry?.heldReason ?? null;
  const words =
    held !== null
      ? t(`outbox.means.held.${held}`)
      : unanswered === null
        ? entry?.lastError
        : t(`outbox.attempts.outcome.${unanswered}`);
  return (
    <span className={`${classes.follow} inline gap-4-16 min-w-0`} role="status">
      <EntryState entryId={entryId} />
      {words == null || entry?.state === "confirmed" ? null : (
        <span className="dim breaks" dir="auto">
          {held === null && unanswered === null && entry !== undefined ? (
            <RefusalWords words={words} kind={entry.kind} />
          ) : (
            words
          )}
        </span>
      )}
      {noLink ? null : (
        <Link href={`/outbox/${entryId}`} className="accent inline target">
          {t("components.follow.openOutbox")}
        </Link>
      )}
    </span>
  );
}
