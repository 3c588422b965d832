import { Button, UnstyledButton } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Fragment, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { isByStaff, shownState } from "../../../contract/entry-states.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount } from "../../features/amount.tsx";
import { DetailPanel, DetailTitle } from "../../features/detail-panel.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { Who } from "../../features/people/who.tsx";
import { PrintSlip } from "../../features/printing.tsx";
import { SentReferences } from "../../features/references/shown-references.tsx";
import { indentedJson } from "../../lib/text.ts";
import { Code, StatusCode } from "../../ui/code.tsx";
import { KindName } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Scrolled } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { BalanceChanges } from "./balance-changes.tsx";
import classes from "./document-detail.module.css";
import { compareAmounts } from "./document-list.tsx";
import { type DocumentDetail, documentStatusOf, StatusNotice } from "./document-status.tsx";
import {
  FIELD_SHAPES,
  type FieldName,
  fieldKey,
  groupNotes,
  isOdd,
  type NoteGroup,
  PARTS,
  valueText,
} from "./part-fields.ts";
import { HeaderFacts, PartTable } from "./part-table.tsx";

interface ExactTextProps {
  title: string;
  hint: string;
  text: string;
  testId: string;
}

function Shown({ text }: { text: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const indented = useMemo(() => indentedJson(text), [text]);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t("documents.raw.copied") : t("documents.raw.copy")}
      </Button>
      <Scrolled tag="pre" dir="ltr" className={classes.body}>
        {indented}
      </Scrolled>
    </>
  );
}

/** A text of the wire on demand: indented, every digit as it was sent; copied as it was sent. */
function ExactText({ title, hint, text, testId }: ExactTextProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={classes.exact}
      data-testid={testId}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open ? (
        <>
          <p className="before-6 note">{hint}</p>
          <Shown text={text} />
        </>
      ) : null}
    </details>
  );
}

const MOST_ROWS_NAMED = 8;
const isField = (name: string): name is FieldName => Object.hasOwn(FIELD_SHAPES, name);

/** One sentence about one field: where it is, and what was odd. */
function useNoteWords(severalTransactions: boolean): (group: NoteGroup) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ problem, transaction, part, field, rows }) => {
    const named = field === null || !isField(field) ? null : t(fieldKey(field));
    const place = [
      severalTransactions ? t("documents.notes.transaction", { number: transaction }) : null,
      part === null ? t("field.transactionId") : t(`documents.part.${part}`),
      field === null ? null : `\u2068${named ?? field}\u2069`,
    ].filter((words) => words !== null);
    const listed = rows.slice(0, MOST_ROWS_NAMED).map((row) => formats.count(row));
    const where =
      rows.length === 0
        ? ""
        : rows.length > MOST_ROWS_NAMED
          ? ` (${t("documents.notes.rowsMore", { rows: formats.list(listed), count: rows.length })})`
          : ` (${t("documents.notes.rows", { rows: formats.list(listed), count: rows.length })})`;
    return `${place.join(" · ")}: ${t(`documents.notes.problem.${problem}`)}${where}`;
  };
}

/** What in the answer is not as the interface describes. Nothing of it is lost: the raw answer is below. */
function AnswerNotes({ notes }: { notes: DocumentDetail["notes"] }) {
  const { t } = useTranslation();
  const groups = groupNotes(notes);
  const wordsOf = useNoteWords(groups.some(({ transaction }) => transaction > 1));
  if (groups.length === 0) return null;
  const odd = groups.some(isOdd);
  return (
    <div data-testid="answer-notes">
      <Notice kind={odd ? "warn" : "info"} title={t(odd ? "documents.notes.odd" : "documents.notes.more")}>
        {t(odd ? "documents.notes.oddText" : "documents.notes.moreText")}
        <details className={classes.notes}>
          <summary>{t("documents.notes.show", { count: groups.length })}</summary>
          <ul>
            {groups.map((group) => (
              <li key={JSON.stringify([group.problem, group.transaction, group.part, group.field])}>
                {wordsOf(group)}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  );
}

/** What an imported file says of a voucher that the service was never asked about. */
function FileVoucher({ serialNo }: { serialNo: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const found = useChannel("taxVoucher.find", { text: serialNo, limit: 1 }).data;
  const voucher = found?.vouchers.find((one) => one.serialNo === serialNo);
  if (voucher === undefined) return null;
  return (
    <dl className={classes.sides} data-testid="file-voucher">
      <div>
        <dt>{t("documents.amounts.file")}</dt>
        <dd>
          <Amount value={voucher.amount} currencyId={voucher.currencyId} />
        </dd>
      </div>
      <div>
        <dt>{t("field.status")}</dt>
        <dd className={classes.plain}>
          <StatusCode status={voucher.status} />
        </dd>
      </div>
      <div>
        <dt>{t("documents.field.updatedAt")}</dt>
        <dd className={classes.plain}>
          {voucher.updatedAt === null ? "—" : formats.dateTime(voucher.updatedAt)}
        </dd>
      </div>
    </dl>
  );
}

/** What this counter reckoned beside what the service answered, and whether they agree. */
function ComparedAmounts({ detail }: { detail: DocumentDetail }) {
  const { t } = useTranslation();
  const { document, transaction } = detail;
  const answered = valueText(transaction?.currencyId);
  // A currency in the answer is the service's; the document's own is what was entered here.
  const sides = {
    local: document.localAmount,
    localCurrency: document.currencyId,
    service: document.serviceAmount,
    serviceCurrency: answered ?? document.currencyId,
  };
  const compared = compareAmounts(sides);
  return (
    <div className="grid gap-8 pad-12-16 rounded sunken">
      <dl className={classes.sides}>
        <div>
          <dt>{t(document.kind === "taxVoucher" ? "field.requestedAmount" : "documents.amounts.local")}</dt>
          <dd data-testid="amount-local">
            <Amount value={sides.local} currencyId={sides.local === null ? null : sides.localCurrency} />
          </dd>
        </div>
        <div>
          <dt>{t("documents.amounts.service")}</dt>
          <dd data-testid="amount-service">
            <Amount
              value={sides.service}
              currencyId={sides.service === null ? null : sides.serviceCurrency}
            />
          </dd>
        </div>
      </dl>
      <p className={`${classes.compared} note`} data-kind={compared.kind}>
        {compared.kind === "differs" ? (
          <>
            {t("documents.amounts.differs")} <Amount value={compared.by} currencyId={sides.serviceCurrency} />
          </>
        ) : (
          t(`documents.amounts.${compared.kind}`)
        )}
      </p>
    </div>
  );
}

/** The amounts that are known of a document. */
function AmountsPanel({ detail }: { detail: DocumentDetail }) {
  return documentStatusOf(detail) === "file" ? (
    <FileVoucher serialNo={detail.document.serialNo} />
  ) : (
    <ComparedAmounts detail={detail} />
  );
}

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
              <StateBadge
                state={shownState({ ...entry, confirmedByStaff: isByStaff(entry.resolution?.kind ?? null) })}
              />
              <span className="dim">
                <KindName kind={entry.kind} /> · <TimeAgo at={entry.createdAt} />
                <Who person={entry.person} approver={entry.approver} after=" · " />
              </span>
              <Link href={`/outbox/${entry.entryId}`}>{t("outbox.attempts.title")}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The way to each part, with how many rows it has. */
function PartJumps({ detail, parts }: { detail: DocumentDetail; parts: readonly (typeof PARTS)[number][] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <nav className={`${classes.jumps} wrap`} aria-label={t("documents.jumps")}>
      {parts.map((part) => (
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
  const isWhole = useMay("costs") === "allowed";
  const parts = PARTS.filter((part) => isWhole || part !== "balances");
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
          <h3 className={`${classes.heading} ringless`}>{t("field.note")}</h3>
          <p className="breaks as-typed">
            <bdi>{document.note}</bdi>
          </p>
        </div>
      )}
      {transaction === null ? null : <PartJumps detail={detail} parts={parts} />}
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
          {isWhole ? null : <AllowanceNote of="never" never={t("approval.noCosts")} />}
          {parts.map((part) => (
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
              !isWhole
                ? "approval.noCosts"
                : detail.rawAnswerBase64 === null
                  ? "documents.raw.answerHint"
                  : "documents.raw.answerNotText",
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
