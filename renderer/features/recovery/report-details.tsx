import { useTranslation } from "react-i18next";
import type { MissingFiles as Missing, RecoveryReport } from "../../../contract/channels/recovery.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { leftToRight } from "../../i18n/format.ts";
import { Code } from "../../ui/code.tsx";
import { Notice, SupportDetails } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import classes from "./recovery.module.css";

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
      {missing === undefined ? null : <MissingFilesList missing={missing} />}
      {details.rowsApart === 0 ? null : <p>{t("files.report.apart", { count: details.rowsApart })}</p>}
      {details.wrongRows === 0 ? null : <p>{t("files.report.wrong", { count: details.wrongRows })}</p>}
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
          <h3 className="text strong after-8">{t("field.entries")}</h3>
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

/** What was found wrong with a data file, by the words that the engine wrote into its report: a test looks them up there. */
export const CAUSE_SENTENCES = [
  ["the file is not there", "gone"],
  ["the file is empty", "empty"],
  ["the file doesn't begin as a database", "notDatabase"],
  ["the write-ahead log is damaged in its middle", "log"],
  ["a recovery that was cut off was finished", "cutOff"],
  ["another counter's file was in its place", "foreign"],
  ["the file was removed or replaced while it was in use", "moved"],
  ["the file has come less far than it had", "older"],
  ["the file was written by a newer version", "newer"],
] as const;

type Cause = (typeof CAUSE_SENTENCES)[number][1];

/** Null for what the database or the system itself said, which only support can read. */
export const causeOf = (reason: string): Cause | null =>
  CAUSE_SENTENCES.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? null;

// Recoveries whose file was not damaged: the name it is kept under says so.

/** True where the file that was put aside is a newer version's. */
export const isSteppedBack = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "rolled_back" && details.aside?.includes(".newer-") === true;

/** True where the file had only lost its name, and all of it was put back. */
export const isPutBack = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "missing" && details.base === "file";

/** True where the file that was put aside is another counter's. */
export const isForeignFile = ({ kind, details }: Pick<RecoveryReport, "kind" | "details">): boolean =>
  kind === "missing" && details.aside?.includes(".foreign-") === true;

/** Every recovery that this file ever went through; nothing where there was none. */
export function RecoveryReports() {
  const { t } = useTranslation();
  const formats = useFormats();
  const connection = useChannel("connection.get", {}).data;
  const { data } = useChannel(
    "recovery.report",
    {},
    { enabled: connection !== undefined && connection !== null },
  );
  if (data === undefined || data.reports.length === 0) return null;
  return (
    <Panel title={t("files.report.title")}>
      {data.reports.map((report) => (
        <details key={report.recoveryId}>
          <summary>
            {formats.dateTime(report.at)} · {t(`files.bar.${report.kind}`)}
          </summary>
          <ReportDetails report={report} />
        </details>
      ))}
    </Panel>
  );
}

/** The attached files that a backup names and nobody has. */
export function MissingFilesList({ missing }: { missing: Missing }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (missing.count === 0) return null;
  // Only the first hundred are named.
  const more = missing.count - missing.names.length;
  return (
    <Notice kind="warn" title={t("files.missing.title", { count: missing.count })}>
      <p>{t("files.missing.todo")}</p>
      <ul className="list">
        {[...new Set(missing.names)].map((name) => (
          <li key={name} className="note flush">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p>{t("files.missing.more", { count: more, number: formats.count(more) })}</p>}
    </Notice>
  );
}
