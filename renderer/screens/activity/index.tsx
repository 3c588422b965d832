import { IconListCheck } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChainProblem } from "../../../contract/channels/audit.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { RecoveryReports } from "../../features/recovery/recovery-reports.tsx";
import { Clip } from "../../ui/clip.tsx";
import { Code } from "../../ui/code.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/loading.tsx";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { actionWords, subjectWords, toldAction } from "./action-words.ts";
import classes from "./activity.module.css";
import { ExportButton, ExportOutcome } from "./export.tsx";
import { type AuditEntry, useAudit } from "./use-audit.ts";
import { useAuditExport } from "./use-audit-export.ts";

/** One line of the record, whole. */
function AuditDetail({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <section className={classes.detail} aria-live="polite">
      <dl className={classes.facts}>
        <dt>{t("activity.column.subject")}</dt>
        <dd>
          <Code>{entry.subject}</Code>
          {entry.action.startsWith("entry.") ? (
            <Link href={`/outbox/${entry.subject}`}>{t("activity.detail.entry")}</Link>
          ) : null}
        </dd>
        <dt>{t("activity.detail.device")}</dt>
        <dd>
          <Code>{entry.deviceId}</Code>
        </dd>
        <dt>{t("activity.detail.hash")}</dt>
        <dd>
          <Code>{entry.hash}</Code>
        </dd>
        <dt>{t("activity.detail.details")}</dt>
        <dd>
          <pre dir="ltr" className={classes.json}>
            {JSON.stringify(entry.details, null, 2)}
          </pre>
        </dd>
      </dl>
    </section>
  );
}

/** Whether the record is whole; where it isn't, what is wrong and what to do. */
function ChainState({ problem, empty }: { problem: ChainProblem | null; empty: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {problem === null ? (
        !empty && <Notice kind="good">{t("activity.intact")}</Notice>
      ) : (
        <div role="alert" data-testid="chain-broken">
          <Notice kind="bad" title={t(`activity.broken.${problem}`)}>
            {t("activity.broken.todo")}
          </Notice>
        </div>
      )}
      <details className={classes.help}>
        <summary>{t("activity.help.title")}</summary>
        <p>{t("activity.help.how")}</p>
        <p>{t("activity.help.end")}</p>
        <p>{t("activity.help.limits")}</p>
      </details>
    </>
  );
}

function Subject({ subject }: { subject: string }) {
  const { t } = useTranslation();
  const { words, ids } = subjectWords(t, subject);
  return (
    <>
      {words}
      {words === null || ids === "" ? null : " "}
      {ids === "" ? null : (
        <span className={classes.subject}>
          <Clip>{ids}</Clip>
        </span>
      )}
    </>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: "sequence",
        header: t("activity.column.sequence"),
        track: "5rem",
        align: "end",
        cell: (entry) => formats.count(entry.sequence),
      },
      {
        id: "at",
        header: t("activity.column.at"),
        track: "14rem",
        cell: (entry) => formats.dateTime(entry.at),
      },
      {
        id: "who",
        header: t("activity.column.who"),
        track: "6rem",
        cell: (entry) => String(entry.userId),
      },
      {
        id: "action",
        header: t("activity.column.action"),
        track: "minmax(14rem, 1fr)",
        cell: (entry) => actionWords(t, toldAction(entry)),
      },
      {
        id: "subject",
        header: t("activity.column.subject"),
        track: "minmax(8rem, 1fr)",
        cell: (entry) => <Subject subject={entry.subject} />,
      },
    ],
    [t, formats],
  );
}

function Record() {
  const { t } = useTranslation();
  const { entries, problem, error, checking, readMore, checkAgain } = useAudit();
  const taken = useAuditExport();
  const columns = useColumns();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = entries.find((entry) => String(entry.sequence) === activeKey);
  return (
    <Page
      fill
      title={t("activity.title")}
      description={t("activity.description")}
      main={{ words: t("activity.check"), combo: "Mod+Enter", run: checkAgain, busy: checking }}
      others={<ExportButton {...taken} />}
    >
      {error === null ? null : <ErrorPanel error={error} onRetry={checkAgain} />}
      {problem === undefined ? (
        error === null && <Loading />
      ) : (
        <div className={classes.column}>
          <RecoveryReports />
          <ExportOutcome {...taken} />
          <ChainState problem={problem} empty={entries.length === 0} />
          <DataTable
            label={t("activity.title")}
            columns={columns}
            rows={entries}
            keyOf={(entry) => String(entry.sequence)}
            activeKey={activeKey}
            onActive={setActiveKey}
            onEnd={readMore}
            minInlineSize="50rem"
            empty={
              <EmptyState title={t("activity.empty")} icon={IconListCheck}>
                {t("activity.emptyText")}
              </EmptyState>
            }
          />
          {entries.length === 0 ? null : active === undefined ? (
            <p className={classes.choose}>{t("activity.detail.choose")}</p>
          ) : (
            <AuditDetail entry={active} />
          )}
        </div>
      )}
    </Page>
  );
}

/** Who did what, and whether the record is whole. */
export default function ActivityScreen() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {});
  if (connection.data !== null) return <Record />;
  return (
    <Page title={t("activity.title")} description={t("activity.description")}>
      <NotConnected />
    </Page>
  );
}
