import { useTranslation } from "react-i18next";
import type { RecoveryReport } from "../../../contract/channels/recovery.ts";
import { useFormats } from "../../client/use-formats.ts";
import { leftToRight } from "../../i18n/format.ts";
import { Code } from "../../ui/code.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";
import { causeOf } from "./cause.ts";
import { MissingFiles } from "./missing-files.tsx";
import classes from "./recovery.module.css";
import { isForeignFile, isPutBack, isSteppedBack } from "./stepped-back.ts";

/** What was built on what, which entries came from where, and which did not come back. */
export function ReportDetails({ report }: { report: RecoveryReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { details, entries } = report;
  const { base, backup, aside, lost } = details;
  const cause = causeOf(report.reason);
  const isBack = isSteppedBack(report);
  const isForeign = isForeignFile(report);
  const asideWords = isBack
    ? "asideNewer"
    : isForeign
      ? "asideForeign"
      : isPutBack(report)
        ? "asideReplaced"
        : "aside";
  const isLoaded = report.kind === "restored";
  const missing = details.files?.missing;
  return (
    <div className={`${classes.details} scroll-y stack gap-8 pad-above-8`}>
      {isLoaded ? null : (
        <>
          <p>{t(`files.report.cause.${cause ?? "other"}`)}</p>
          {cause === null ? <SupportDetails>{report.reason}</SupportDetails> : null}
        </>
      )}
      <p>
        {base === "backup" && backup !== null
          ? t(isLoaded ? "files.report.loaded" : "files.report.backup", {
              when: formats.dateTime(backup.at),
              name: leftToRight(backup.name),
            })
          : t(base === "file" ? "files.report.file" : "files.report.none")}
      </p>
      {aside === null ? null : <p>{t(`files.report.${asideWords}`, { name: leftToRight(aside) })}</p>}
      {aside !== null && !details.fileReadable && !isBack && !isForeign ? (
        <p>{t("files.report.unreadable")}</p>
      ) : null}
      {report.kind === "profile" ? null : (
        <p>
          {t(details.fileReadable ? "files.report.sum" : "files.report.sumWithout", {
            all: formats.count(details.entries.all),
            added: formats.count(details.entries.added),
            confirmed: formats.count(details.entries.confirmedByFile),
            held: formats.count(details.entries.held),
          })}
        </p>
      )}
      {details.secondFolder === "not_readable" ? <p>{t("files.report.secondNotReadable")}</p> : null}
      {details.files === undefined || details.files.brought === 0 ? null : (
        <p>{t("files.report.filesBrought", { count: details.files.brought })}</p>
      )}
      {missing === undefined ? null : <MissingFiles missing={missing} />}
      {details.rowsApart === 0 ? null : <p>{t("files.report.apart", { count: details.rowsApart })}</p>}
      {(details.wrongRows ?? 0) === 0 ? null : (
        <p>{t("files.report.wrong", { count: details.wrongRows ?? 0 })}</p>
      )}
      {lost.length === 0 ? null : (
        <>
          <h3 className="text strong after-8">
            {t(isBack ? "files.report.leftBehind" : "files.report.lost")}
          </h3>
          <ul className="list">
            {lost.map(({ sequence, entryId, serialNo }) => (
              <li key={`${sequence} ${entryId}`} className={classes.row}>
                <span>{t("files.report.lostOne", { sequence: sequence ?? "?" })}</span>
                {serialNo === null ? null : <Code>{serialNo}</Code>}
              </li>
            ))}
          </ul>
        </>
      )}
      {details.mayLackMore && report.kind !== "restored" ? <p>{t("files.report.more")}</p> : null}
      {entries.length === 0 ? null : (
        <>
          <h3 className="text strong after-8">{t("files.report.entries")}</h3>
          <ul className="list">
            {entries.map((entry) => (
              <li key={entry.entryId} className={classes.row}>
                <StateBadge state={entry.state} />
                <Code>{entry.serialNo ?? entry.entryId}</Code>
                <span className="note flush">
                  {t(`files.report.origin.${entry.origin}`)}
                  {entry.reason === null ? null : ` · ${t(`files.report.reason.${entry.reason}`)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
