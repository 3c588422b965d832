import { useTranslation } from "react-i18next";
import type { Attempt, EntryDetail } from "../../../contract/channels/posting.ts";
import type { OperationKind } from "../../../contract/service/endpoints.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ProblemWords } from "../../features/entries/problem-words.tsx";
import { indentedJson } from "../../lib/indented-json.ts";
import { Scrolled } from "../../ui/scrolled.tsx";
import classes from "./entry-detail.module.css";

interface AttemptLineProps {
  attempt: Attempt;
  number: number;
  kind: OperationKind;
}

function AttemptLine({ attempt, number, kind }: AttemptLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const elapsed =
    attempt.endedAt === null ? null : Date.parse(attempt.endedAt) - Date.parse(attempt.startedAt);
  const facts = [
    formats.dateTime(attempt.startedAt),
    elapsed === null
      ? t("outbox.attempts.running")
      : t("outbox.attempts.took", { elapsed: formats.duration(elapsed) }),
    attempt.httpStatus === null ? null : t("outbox.attempts.http", { status: String(attempt.httpStatus) }),
    attempt.counted ? null : t("outbox.attempts.notCounted"),
  ].filter((fact) => fact !== null);
  // What the title says already is not said twice.
  const problem =
    attempt.outcome === "interrupted" || attempt.outcome === "answer_not_read" ? null : attempt.problem;
  return (
    <li className={classes.attempt} data-outcome={attempt.outcome ?? "running"}>
      <p className={classes.attemptTitle}>
        <span className={classes.attemptNumber}>{t("outbox.attempts.attempt", { number })}</span>
        {attempt.outcome === null
          ? t("outbox.attempts.running")
          : t(`outbox.attempts.outcome.${attempt.outcome}`)}
      </p>
      <p className={classes.does}>{facts.join(" · ")}</p>
      {problem === null ? null : (
        <div className={classes.does}>
          <ProblemWords problem={problem} kind={kind} />
        </div>
      )}
      {attempt.answerCut ? <p className={classes.does}>{t("outbox.attempts.cut")}</p> : null}
      {attempt.responseBase64 === null ? null : (
        <p className={classes.does}>{t("outbox.attempts.notText")}</p>
      )}
      {attempt.responseBody === null || attempt.responseBody === "" ? null : (
        <details className={classes.answer}>
          <summary>{t("outbox.attempts.answer")}</summary>
          <Scrolled tag="pre" dir="ltr" className={classes.body}>
            {indentedJson(attempt.responseBody)}
          </Scrolled>
        </details>
      )}
    </li>
  );
}

/** Every attempt to send the entry: when, for how long, and what came back. Newest last, as it happened. */
export function Attempts({ attempts, kind }: Pick<EntryDetail, "attempts" | "kind">) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.heading}>{t("outbox.attempts.title")}</h3>
      {attempts.length === 0 ? (
        <p className={classes.does}>{t("outbox.attempts.none")}</p>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((attempt, at) => (
            <AttemptLine key={attempt.startedAt} attempt={attempt} number={at + 1} kind={kind} />
          ))}
        </ol>
      )}
    </section>
  );
}
