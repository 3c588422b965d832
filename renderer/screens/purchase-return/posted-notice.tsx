import { CloseButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Amount } from "../../components/amount/amount.tsx";
import { Code } from "../../components/code.tsx";
import { EntryFollow, EntryState } from "../../components/entry-follow.tsx";
import { Notice } from "../../components/notice.tsx";
import { PrintSlip } from "../../components/print/print-slip.tsx";
import { useChannel } from "../../queries.ts";
import classes from "./posted-notice.module.css";
import { type PostedReturn, useReturns } from "./returns-store.ts";

/** The return that was entered last: on the disk at once, and followed until the service confirmed it. */
export function PostedNotice({ posted }: { posted: PostedReturn }) {
  const { t } = useTranslation();
  const entry = useChannel("outbox.get", { entryId: posted.entryId }).data;
  const confirmed = entry?.state === "confirmed";
  const answer = useChannel("documents.get", { serialNo: posted.serialNo }, { enabled: confirmed }).data;
  return (
    <Notice
      kind={confirmed ? "good" : "info"}
      title={
        confirmed
          ? t("purchaseReturn.posted.confirmed", { count: posted.lines })
          : t("purchaseReturn.posted.kept", { count: posted.lines })
      }
      action={
        <CloseButton
          size="lg"
          aria-label={t("common.close")}
          onClick={() => useReturns.setState({ posted: null })}
        />
      }
    >
      <div className={classes.facts} data-testid="posted-return">
        <span>
          {t("purchaseReturn.posted.local")} <Amount value={posted.amount} currencyId={posted.currencyId} />
        </span>
        {confirmed ? (
          <span>
            {t("purchaseReturn.posted.service")}{" "}
            <Amount
              value={answer?.document.serviceAmount ?? null}
              currencyId={answer?.document.currencyId ?? posted.currencyId}
            />
          </span>
        ) : null}
        <span data-testid="posted-serial">
          <Code short>{posted.serialNo}</Code>
        </span>
        {confirmed ? <EntryState entryId={posted.entryId} /> : <EntryFollow entryId={posted.entryId} />}
        <Link href={`/documents/${posted.serialNo}`} className={classes.link ?? ""}>
          {t("purchaseReturn.posted.document")}
        </Link>
        <PrintSlip key={posted.entryId} entryId={posted.entryId} inRow />
      </div>
    </Notice>
  );
}
