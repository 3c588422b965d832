import { CloseButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useChannel } from "../../../client/queries.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { CorrectButton } from "../../../features/entries/correct-button.tsx";
import { EntryFollow, EntryState } from "../../../features/entries/entry-follow.tsx";
import { PrintSlip } from "../../../features/printing/print-slip.tsx";
import { statusOfEntry } from "../../../lib/entry-status.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type PostedReturn, useReturns } from "../draft/returns-store.ts";
import classes from "./posted-notice.module.css";
import { postedStatusOf } from "./posted-status.ts";

const leave = (): void => useReturns.setState({ posted: null });

/** The return that was entered last, named by its supplier: on the disk at once, and followed until it is settled. */
export function PostedNotice({ posted }: { posted: PostedReturn }) {
  const { t } = useTranslation();
  const entry = useChannel("outbox.get", { entryId: posted.entryId }).data;
  const [, navigate] = useLocation();
  const { words, kind } = postedStatusOf(entry === undefined ? null : statusOfEntry(entry));
  const confirmed = words === "confirmed";
  const told = t(`purchaseReturn.posted.${words}`, { count: posted.lines });
  const answer = useChannel("documents.get", { serialNo: posted.serialNo }, { enabled: confirmed }).data;
  return (
    <Notice
      kind={kind}
      // Another return is on the screen by now: whose this was is said first.
      title={
        entry === undefined
          ? told
          : t("purchaseReturn.posted.of", { supplier: `\u2068${entry.subject}\u2069`, told })
      }
      action={<CloseButton size="lg" aria-label={t("common.close")} onClick={leave} />}
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
        {words === "refused" ? (
          <CorrectButton path={`/purchase-return?corrects=${posted.entryId}`} onPress={leave} />
        ) : null}
        {words === "unknown" ? (
          <Button
            data-testid="posted-decide"
            onClick={() => {
              leave();
              navigate(`/outbox/${posted.entryId}`);
            }}
          >
            {t("purchaseReturn.posted.decide")}
          </Button>
        ) : null}
        <PrintSlip key={posted.entryId} entryId={posted.entryId} inRow />
      </div>
    </Notice>
  );
}
