import { useTranslation } from "react-i18next";
import type { Attempt } from "../../../contract/channels/posting.ts";
import { useFormats } from "../../client/use-formats.ts";
import { NetworkWords } from "../../features/entries/network-words.tsx";
import { ANSWER_CUT } from "../../i18n/error-words.ts";
import { indentedJson } from "../../lib/indented-json.ts";
import { Scrolled } from "../../ui/scrolled.tsx";
import classes from "./entry-detail.module.css";

function AttemptLine({ attempt, number }: { attempt: Attempt; number: number }) {
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
  // What the title says already, or the line about a large answer, is not said twice.
  const detail =
    attempt.outcome === "interrupted" ||
    attempt.outcome === "answer_not_read" ||
    attempt.detail === ANSWER_CUT
      ? null
      : attempt.detail;
  return (
    <li className={`${classes.attempt} pad-y-8`} data-outcome={attempt.outcome ?? "running"}>
      <p className="semi">
        <span className={`${classes.attemptNumber} dim regular`}>
          {t("outbox.attempts.attempt", { number })}
        </span>
        {attempt.outcome === null
          ? t("outbox.attempts.running")
          : t(`outbox.attempts.outcome.${attempt.outcome}`)}
      </p>
      <p className="words-36 note breaks">{facts.join(" · ")}</p>
      {detail === null ? null : (
        <div className="words-36 note breaks">
          <NetworkWords detail={detail} />
        </div>
      )}
      {attempt.answerCut === true ? <p className="words-36 note breaks">{t("outbox.attempts.cut")}</p> : null}
      {attempt.responseBase64 === null ? null : <p className="words-36 note breaks">{t("outbox.attempts.notText")}</p>}
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
export function Attempts({ attempts }: { attempts: Attempt[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className={classes.heading}>{t("outbox.attempts.title")}</h3>
      {attempts.length === 0 ? (
        <p className="words-36 note breaks">{t("outbox.attempts.none")}</p>
      ) : (
        <ol className="list">
          {attempts.map((attempt, at) => (
            <AttemptLine key={attempt.startedAt} attempt={attempt} number={at + 1} />
          ))}
        </ol>
      )}
    </section>
  );
}
