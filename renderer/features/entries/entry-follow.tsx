import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { shownState } from "../../../contract/entry-states.ts";
import { heldReasonOf } from "../../../contract/reasons/entry-problem.ts";
import { useChannel } from "../../client/queries.ts";
import { problemWords } from "../../i18n/error-words.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import classes from "./entry-follow.module.css";
import { ProblemWords } from "./problem-words.tsx";

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
  const problem = entry?.lastProblem ?? null;
  return (
    <span className={`${classes.follow} inline gap-4-16 min-w-0`} role="status">
      <EntryState entryId={entryId} />
      {entry === undefined || problem === null || entry.state === "confirmed" ? null : (
        <span className="dim breaks" dir="auto">
          {problem.code === "answered" ? (
            <ProblemWords problem={problem} kind={entry.kind} />
          ) : heldReasonOf(problem) === null && last?.outcome != null ? (
            // What the network said is for the sending history; here it is said what it means.
            t(`outbox.attempts.outcome.${last.outcome}`)
          ) : (
            problemWords(t, problem)
          )}
        </span>
      )}
      {noLink ? null : (
        <Link href={`/outbox/${entryId}`} className="accent inline target">
          {t("action.openOutbox")}
        </Link>
      )}
    </span>
  );
}
