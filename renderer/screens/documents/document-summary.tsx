import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { StatusCode } from "../../components/status-code.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { AnsweredValue } from "./answered-value.tsx";
import classes from "./documents.module.css";
import { useFieldName } from "./field-name.ts";
import { agreement, type DocumentDetail } from "./parts.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const SHOWN_ABOVE = new Set(["serialNo", "amount", "currencyId", "status", "TenantLogs"]);

/** The head of a document: this counter's amount beside the service's, and every field of the answer's head. */
export function DocumentSummary({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const { document, transaction, answeredAt } = detail;
  const agrees = agreement(document.localAmount, document.serviceAmount);
  const rest = Object.keys(transaction ?? {}).filter((name) => !SHOWN_ABOVE.has(name));
  return (
    <Panel
      title={t("documents.head")}
      aside={
        answeredAt === null ? (
          t("documents.notAnswered.title")
        ) : (
          <>
            {t("documents.answered")} <TimeAgo at={answeredAt} />
          </>
        )
      }
    >
      <dl className={classes.facts}>
        <Fact name={t("documents.column.local")}>
          <span className={classes.big}>
            <Amount value={document.localAmount} currencyId={document.currencyId} />
          </span>
        </Fact>
        <Fact name={t("documents.column.service")}>
          <span className={classes.big}>
            <Amount value={document.serviceAmount} currencyId={document.currencyId} />
          </span>
          <span className={classes.agreement} data-kind={agrees}>
            {t(`documents.agreement.${agrees}`)}
          </span>
        </Fact>
        <Fact name={t("documents.column.state")}>
          {document.state === null ? t("documents.heardOnly") : <StateBadge state={document.state} />}
        </Fact>
        <Fact name={t("documents.field.status")}>
          <StatusCode status={document.serviceStatus} />
        </Fact>
        <Fact name={t("documents.column.serial")}>
          <Code>{document.serialNo}</Code>
        </Fact>
        <Fact name={t("documents.note")}>
          <span dir="auto">{document.note === "" ? "—" : document.note}</span>
        </Fact>
      </dl>
      {agrees === "differ" ? <Notice kind="warn" title={t("documents.differs")} /> : null}
      {transaction === null || rest.length === 0 ? null : (
        <details className={classes.more}>
          <summary>{t("documents.headFields", { count: rest.length })}</summary>
          <dl className={classes.facts}>
            {rest.map((name) => (
              <Fact key={name} name={fieldName(name)}>
                <AnsweredValue row={transaction} name={name} />
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </Panel>
  );
}
