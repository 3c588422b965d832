import { CloseButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { statusOfEntry } from "../../../../contract/entry-status.ts";
import { useChannel } from "../../../client/queries.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { CorrectButton } from "../../../features/entries/correct-button.tsx";
import { EntryFollow } from "../../../features/entries/entry-follow.tsx";
import { PrintSlip } from "../../../features/printing/print-slip.tsx";
import { isolated } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { NOTICE_ICONS } from "../../../ui/notice.tsx";
import { type PostedReturn, useReturns } from "../draft/returns-store.ts";
import classes from "./posted-notice.module.css";
import { postedStatusOf } from "./posted-status.ts";

const leave = (): void => useReturns.setState({ posted: null });

/**
 * The return that was entered last, in one line: on the disk at once, and followed until it is settled. The next scan
 * folds it, unless somebody must decide or correct.
 */
export function PostedNotice({ posted }: { posted: PostedReturn }) {
  const { t } = useTranslation();
  const entry = useChannel("outbox.get", { entryId: posted.entryId }).data;
  const [, navigate] = useLocation();
  const { words, kind } = postedStatusOf(entry === undefined ? null : statusOfEntry(entry));
  const [printed, setPrinted] = useState<HTMLElement | null>(null);
  const confirmed = words === "confirmed";
  const told = t(`purchaseReturn.posted.${words}`, { count: posted.lines });
  const answer = useChannel("documents.get", { serialNo: posted.serialNo }, { enabled: confirmed }).data;
  if (posted.folded && (kind === "info" || kind === "good")) return null;
  const Icon = NOTICE_ICONS[kind];
  return (
    <section className={classes.strip} data-kind={kind} data-testid="posted-return" aria-label={told}>
      <div className={classes.row}>
        <Icon size="1.25rem" stroke={1.7} aria-hidden="true" className={classes.icon} />
        <strong className={classes.told} role="status">
          {/* Another return is on the screen by now: whose this was is said first. */}
          {entry === undefined ? null : (
            <span className={classes.whose} title={entry.subject}>
              {t("purchaseReturn.posted.of", { supplier: isolated(entry.subject) })}
            </span>
          )}{" "}
          <span>{told}</span>
        </strong>
        <span className={classes.amount}>
          {t("purchaseReturn.posted.local")} <Amount value={posted.amount} currencyId={posted.currencyId} />
        </span>
        {confirmed ? (
          <span className={classes.amount}>
            {t("purchaseReturn.posted.service")}{" "}
            <Amount
              value={answer?.document.serviceAmount ?? null}
              currencyId={answer?.document.currencyId ?? posted.currencyId}
            />
          </span>
        ) : (
          <EntryFollow entryId={posted.entryId} noLink />
        )}
        <Link
          href={`/documents/${posted.serialNo}`}
          className={classes.link ?? ""}
          data-testid="posted-serial"
          title={t("purchaseReturn.posted.document")}
        >
          <Code short>{posted.serialNo}</Code>
        </Link>
        <span className={classes.actions}>
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
          <PrintSlip key={posted.entryId} entryId={posted.entryId} icons outcomeIn={printed} />
          <CloseButton size="lg" aria-label={t("common.close")} onClick={leave} />
        </span>
      </div>
      <div ref={setPrinted} className={classes.printed} />
    </section>
  );
}
