import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { DetailPanel, DetailTitle } from "../../features/detail-panel/detail-panel.tsx";
import { PrintSlip } from "../../features/printing/print-slip.tsx";
import { SentReferences } from "../../features/references/sent-references.tsx";
import { shownState } from "../../lib/entry-status.ts";
import { indentedJson } from "../../lib/indented-json.ts";
import { Code } from "../../ui/code.tsx";
import { Scrolled } from "../../ui/scrolled.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Attempts } from "./attempts.tsx";
import { Decisions } from "./decisions.tsx";
import classes from "./entry-detail.module.css";
import { EntryMeaning } from "./entry-meaning.tsx";

/** The frozen request: method, path, the hash of its bytes, and the bytes. */
function RequestBody({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const [view, setView] = useState("indented");
  return (
    <section className={classes.stack}>
      <h3 className={classes.heading}>{t("outbox.request.title")}</h3>
      <p className={classes.path} dir="ltr">
        {entry.method} {entry.path}
      </p>
      <div>
        <p className={classes.does}>
          {t("outbox.request.hash")} — {t("outbox.request.hashHint")}
        </p>
        <Code>{entry.requestHash}</Code>
      </div>
      <SegmentedControl
        aria-label={t("outbox.request.view")}
        value={view}
        onChange={setView}
        data={[
          { value: "indented", label: t("outbox.request.indented") },
          { value: "asSent", label: t("outbox.request.asSent") },
        ]}
      />
      <Scrolled tag="pre" dir="ltr" className={classes.body}>
        {view === "indented" ? indentedJson(entry.requestBody) : entry.requestBody}
      </Scrolled>
    </section>
  );
}

function Facts({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <dl className={classes.facts}>
      <dt>{t("outbox.detail.entered")}</dt>
      <dd>
        {formats.dateTime(entry.createdAt)} · <TimeAgo at={entry.createdAt} />
      </dd>
      {entry.nextAttemptAt === null ? null : (
        <>
          <dt>{t("outbox.detail.next")}</dt>
          <dd>
            <TimeAgo at={entry.nextAttemptAt} ahead />
          </dd>
        </>
      )}
      {entry.localAmount === null ? null : (
        <>
          <dt>{t("outbox.detail.localAmount")}</dt>
          <dd>
            <Amount value={entry.localAmount} currencyId={entry.currencyId} />
          </dd>
        </>
      )}
      {entry.serialNo === null ? null : (
        <>
          <dt>{t("outbox.detail.serialNo")}</dt>
          <dd>
            <Code>{entry.serialNo}</Code>
          </dd>
        </>
      )}
      <dt>{t("outbox.detail.entryId")}</dt>
      <dd>
        <Code>{entry.entryId}</Code>
      </dd>
      <dt>{t("outbox.detail.sequence")}</dt>
      <dd>{formats.count(entry.sequence)}</dd>
    </dl>
  );
}

function Links({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  return (
    <p className={classes.links}>
      {entry.serialNo === null ? null : (
        <Link href={`/documents/${entry.serialNo}`}>{t("outbox.detail.document")}</Link>
      )}
      {entry.correctsEntryId === null ? null : (
        <Link href={`/outbox/${entry.correctsEntryId}`}>{t("outbox.detail.corrects")}</Link>
      )}
    </p>
  );
}

interface EntryDetailPanelProps {
  entryId: string;
  onBack: () => void;
}

/** All that is known of one entry, what it means, and what a person may do about it. */
export function EntryDetailPanel({ entryId, onBack }: EntryDetailPanelProps) {
  const { t } = useTranslation();
  const query = useChannel("outbox.get", { entryId });
  return (
    <DetailPanel label={t("outbox.detail.label")} testId="entry-detail" query={query} onBack={onBack}>
      {(entry) => (
        <>
          <header>
            <DetailTitle kind={entry.kind} name={entry.subject} />
            <StateBadge state={shownState(entry.state, entry.correctedByEntryId)} />
          </header>
          <EntryMeaning entry={entry} />
          <Decisions entry={entry} />
          {entry.kind === "purchaseReturn" || entry.kind === "taxVoucher" ? (
            <PrintSlip entryId={entryId} />
          ) : null}
          <Facts entry={entry} />
          <Links entry={entry} />
          {entry.kind === "purchaseReturn" || entry.kind === "taxVoucher" ? (
            <SentReferences
              entryId={entryId}
              requestBody={entry.requestBody}
              title={(words) => <h3 className={classes.heading}>{words}</h3>}
            />
          ) : null}
          <Attempts attempts={entry.attempts} />
          <RequestBody entry={entry} />
        </>
      )}
    </DetailPanel>
  );
}
