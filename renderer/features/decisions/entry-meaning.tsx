import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { evidenceMissing, statusOfEntry } from "../../../contract/entry-status.ts";
import { type EntryProblem, heldReasonOf } from "../../../contract/reasons/entry-problem.ts";
import { evidenceWords } from "../../i18n/error-words.ts";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { ProblemWords } from "../entries/problem-words.tsx";
import { HelpLink } from "../help/help-link.tsx";
import classes from "./decisions.module.css";

/** How an entry is told that waits for a person; the others are told in quiet words, for nothing is to be done. */
const KINDS: Partial<Record<EntryDetail["state"], NoticeKind>> = {
  outcome_unknown: "warn",
  dead_letter: "bad",
};

/** The program ended over the answer: what is kept of that are its own words. */
const isAnswerNotRead = (entry: EntryDetail): boolean =>
  entry.state === "outcome_unknown" && entry.attempts.at(-1)?.outcome === "answer_not_read";

/** What the state means; null where the journey says it all. */
function meaningOf(entry: EntryDetail) {
  const held = heldReasonOf(entry.lastProblem);
  if (entry.state === "outcome_unknown" && held !== null) return `outbox.means.held.${held}` as const;
  if (isAnswerNotRead(entry)) return "outbox.means.answerNotRead";
  const status = statusOfEntry(entry);
  return status === "confirmed" ? null : (`outbox.means.${status}` as const);
}

/** Whether what the entry means doesn't say it already. */
const saysMore = (problem: EntryProblem): boolean =>
  heldReasonOf(problem) === null &&
  problem.code !== "stopped_reading" &&
  problem.code !== "no_evidence" &&
  problem.code !== "not_understood";

/** The state in plain words, the service's own words, and what a person said about it. */
export function EntryMeaning({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const missing = evidenceMissing(entry);
  const newest = entry.attempts.findLast(({ endedAt }) => endedAt !== null);
  const problem = entry.lastProblem;
  const kind = missing !== null ? "warn" : KINDS[entry.state];
  const meaning = meaningOf(entry);
  const means = [
    meaning === null ? null : t(meaning),
    missing === null ? null : evidenceWords(t, missing),
  ].filter((words) => words !== null);
  const said =
    problem === null || missing !== null || !saysMore(problem) ? null : (
      <div>
        <h3 className={classes.heading}>
          {problem.code === "answered" ? t("outbox.detail.serviceWords") : t("outbox.detail.networkWords")}
        </h3>
        <blockquote className={classes.words} dir="auto">
          <ProblemWords problem={problem} kind={entry.kind} />
        </blockquote>
        {newest?.outcome === "service_refused" ? <p>{t("outbox.attempts.outcome.service_refused")}</p> : null}
      </div>
    );
  // What to correct is looked for before what a refusal means.
  const isReasonFirst = entry.state === "dead_letter";
  return (
    <div className="stack gap-12">
      {isReasonFirst ? said : null}
      {means.length === 0 ? null : kind === undefined ? (
        <p className="words-36">{means.join(" ")}</p>
      ) : (
        <Notice kind={kind}>{means.join(" ")}</Notice>
      )}
      {entry.correctedByEntryId === null ? null : (
        <p className={`${classes.links} wrap`}>
          <Link href={`/outbox/${entry.correctedByEntryId}`} data-testid="corrected-by">
            {t("outbox.detail.correctedBy")}
          </Link>
        </p>
      )}
      {isReasonFirst ? null : said}
      {entry.resolution === null || entry.resolution.kind === "corrected" ? null : (
        <div>
          <h3 className={classes.heading}>{t(`outbox.resolution.${entry.resolution.kind}`)}</h3>
          <blockquote className={classes.words} dir="auto">
            {entry.resolution.words}
          </blockquote>
        </div>
      )}
      {entry.state === "outcome_unknown" ? (
        <div>
          <h3 className={classes.heading}>{t("outbox.unknown.title")}</h3>
          <ol className={`${classes.steps} indent`}>
            <li>{t("outbox.unknown.first")}</li>
            <li>{t("outbox.unknown.found")}</li>
            <li>{t("outbox.unknown.notFound")}</li>
            <li>{t("outbox.unknown.unsure")}</li>
          </ol>
        </div>
      ) : null}
      {entry.state === "outcome_unknown" ? <HelpLink page="unknown-outcome" /> : null}
      {entry.state === "dead_letter" ? <HelpLink page="refused-entry" /> : null}
      {entry.state === "confirmed" ? <HelpLink page="confirmed-and-wrong" /> : null}
    </div>
  );
}
