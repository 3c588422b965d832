import { UnstyledButton } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { isByStaff } from "../../../contract/entry-status.ts";
import { shownState } from "../../../contract/shown-state.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { DetailPanel, DetailTitle } from "../../features/detail-panel/detail-panel.tsx";
import { PrintSlip } from "../../features/printing/print-slip.tsx";
import { SentReferences } from "../../features/references/sent-references.tsx";
import { Code } from "../../ui/code.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { AmountsPanel } from "./amounts-panel.tsx";
import { AnswerNotes } from "./answer-notes.tsx";
import { BalanceChanges } from "./balance-changes.tsx";
import classes from "./document-detail.module.css";
import type { DocumentDetail } from "./document-status.ts";
import { ExactText } from "./exact-text.tsx";
import { PARTS } from "./part-fields.ts";
import { HeaderFacts, PartTable } from "./part-table.tsx";
import { StatusNotice } from "./status-notice.tsx";

/** Every entry made here about the document, newest first, each with the way to its sending history. */
function Entries({ entries }: { entries: DocumentDetail["entries"] }) {
  const { t } = useTranslation();
  return (
    <section data-testid="document-entries">
      <h3 className={`${classes.heading} ringless`} tabIndex={-1}>
        {t("documents.entries.title")}
      </h3>
      {entries.length === 0 ? (
        <p className="before-6 note">{t("documents.entries.none")}</p>
      ) : (
        <ul className={`${classes.entries} list`}>
          {entries.map((entry) => (
            <li key={entry.entryId}>
              <StateBadge state={shownState({ ...entry, confirmedByStaff: isByStaff(entry.resolution) })} />
              <span className="dim">
                <KindName kind={entry.kind} /> · <TimeAgo at={entry.createdAt} />
              </span>
              <Link href={`/outbox/${entry.entryId}`}>{t("documents.entries.open")}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The way to each part, with how many rows it has. */
function PartJumps({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <nav className={`${classes.jumps} wrap`} aria-label={t("documents.jumps")}>
      {PARTS.map((part) => (
        <UnstyledButton
          key={part}
          className={`${classes.jump} hovers accent small target pad-x-8 rounded`}
          data-zero={detail[part].length === 0}
          onClick={() => {
            const heading = window.document.querySelector<HTMLElement>(`#part-${part} h3`);
            heading?.focus({ preventScroll: true });
            heading?.scrollIntoView({ block: "start" });
          }}
        >
          {t(`documents.part.${part}`)} <strong>{formats.count(detail[part].length)}</strong>
        </UnstyledButton>
      ))}
    </nav>
  );
}

function Everything({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const { document, transaction, rawAnswer, requestBody, entries } = detail;
  // The newest entry: it is the one whose request is shown, printed, and has the files.
  const entered = entries[0];
  const state = shownState(document);
  return (
    <>
      <header>
        <DetailTitle kind={document.kind} name={document.subject || document.serialNo} />
        <p className="small row gap-4-16">
          {state === null ? null : <StateBadge state={state} />}
          <Code>{document.serialNo}</Code>
          {document.kind === "taxVoucher" ? (
            <Link href={`/tax-voucher/${document.serialNo}`} className={classes.link ?? ""}>
              {t("documents.editVoucher")}
            </Link>
          ) : null}
        </p>
        {entered === undefined ? null : (
          <div className="wrap gap-4-12 above-8">
            <PrintSlip entryId={entered.entryId} inRow />
          </div>
        )}
      </header>
      <StatusNotice detail={detail} />
      <AmountsPanel detail={detail} />
      {document.note === "" || document.note === document.subject ? null : (
        <div>
          <h3 className={`${classes.heading} ringless`}>{t("documents.note")}</h3>
          <p className="breaks as-typed">
            <bdi>{document.note}</bdi>
          </p>
        </div>
      )}
      {transaction === null ? null : <PartJumps detail={detail} />}
      {entered === undefined || requestBody === null ? null : (
        <SentReferences
          entryId={entered.entryId}
          requestBody={requestBody}
          title={(words) => <h3 className={`${classes.heading} ringless`}>{words}</h3>}
        />
      )}
      <AnswerNotes notes={detail.notes} />
      <Entries entries={detail.entries} />
      {transaction === null ? null : (
        <>
          {PARTS.map((part) => (
            <Fragment key={part}>
              <PartTable part={part} rows={detail[part]} />
              {part === "balances" ? <BalanceChanges changes={detail.balanceChanges} /> : null}
            </Fragment>
          ))}
          <HeaderFacts header={transaction} answeredAt={detail.answeredAt} />
        </>
      )}
      <section className="if-any stack line-above">
        {rawAnswer === null ? null : (
          <ExactText
            title={t("documents.raw.answer")}
            hint={t(
              detail.rawAnswerBase64 === null ? "documents.raw.answerHint" : "documents.raw.answerNotText",
            )}
            text={rawAnswer}
            testId="raw-answer"
          />
        )}
        {requestBody === null ? null : (
          <ExactText
            title={t("documents.raw.request")}
            hint={t("documents.raw.requestHint")}
            text={requestBody}
            testId="raw-request"
          />
        )}
      </section>
    </>
  );
}

interface DocumentDetailPanelProps {
  serialNo: string;
  onBack: () => void;
}

/** All that is known of one document. */
export function DocumentDetailPanel({ serialNo, onBack }: DocumentDetailPanelProps) {
  const { t } = useTranslation();
  const query = useChannel("documents.get", { serialNo });
  return (
    <DetailPanel label={t("documents.detail")} testId="document-detail" query={query} onBack={onBack}>
      {(detail) => <Everything detail={detail} />}
    </DetailPanel>
  );
}
