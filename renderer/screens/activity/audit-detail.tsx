import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Code } from "../../ui/code.tsx";
import classes from "./activity.module.css";
import type { AuditEntry } from "./use-audit.ts";

/** One line of the record, whole. */
export function AuditDetail({ entry }: { entry: AuditEntry }) {
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
