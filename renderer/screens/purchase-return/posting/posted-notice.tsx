import { CloseButton } from "@mantine/core";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { statusOfEntry } from "../../../../contract/entry-status.ts";
import { useChannel } from "../../../client/queries.ts";
import { Amount } from "../../../features/amount/amount.tsx";
import { CorrectButton } from "../../../features/entries/correct-button.tsx";
import { EntryFollow } from "../../../features/entries/entry-follow.tsx";
import { PrintSlip } from "../../../features/printing/print-slip.tsx";
import { useRecordName } from "../../../features/record-picker/use-record-options.ts";
import { isolated } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Code } from "../../../ui/code.tsx";
import { NOTICE_ICONS } from "../../../ui/notice.tsx";
import type { ReturnFrame } from "../draft/draft.ts";
import { type PostedReturn, useReturns } from "../draft/returns-store.ts";
import classes from "./posted-notice.module.css";
import { type PostedWords, postedStatusOf } from "./posted-status.ts";

const leave = (): void => useReturns.setState({ posted: null });

/**
 * The return that was entered last, and a place for the next one. That is there before there is one, since what is said
 * in a new element may not be heard; and it becomes the notice itself, so that it is heard once. None for the return
 * that corrects it, which tells of it.
 */
export function PostedNotices({ corrects, supplierAccountId }: ReturnFrame) {
  const posted = useReturns((state) => (state.posted?.entryId === corrects ? null : state.posted));
  const said = useReturns((state) => state.said);
  const before = useReturns((state) => state.before);
  return [
    <PostedNotice key={before} posted={posted} whole supplier={posted?.supplierAccountId ?? ""} />,
    // Nothing has to be looked up when it is posted.
    <PostedNotice
      key={before + 1}
      posted={said}
      whole={false}
      supplier={said?.supplierAccountId ?? supplierAccountId}
    />,
  ];
}

interface PostedNoticeProps {
  posted: PostedReturn | null;
  /** Not only its words, over the form: with all that can be done, and followed until it is settled. */
  whole: boolean;
  /** The account that it goes back to, or will. */
  supplier: string;
}

/** One line: on the disk at once. The next scan folds it, unless somebody must decide or correct. */
export const PostedNotice = memo(function PostedNotice({ posted, whole, supplier }: PostedNoticeProps) {
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<HTMLElement | null>(null);
  const followed = whole ? posted : null;
  const asked = { entryId: followed?.entryId ?? "" };
  const entry = useChannel("outbox.get", asked, { enabled: followed !== null }).data;
  const name = useRecordName("supplier", supplier || null);
  const { words, kind } = postedStatusOf(entry === undefined ? null : statusOfEntry(entry));
  const folded = posted?.folded === true && (kind === "info" || kind === "good");
  const shown = folded ? null : posted;
  const subject = entry?.subject ?? name;
  const told = shown === null ? undefined : t(`purchaseReturn.posted.${words}`, { count: shown.lines });
  const Icon = NOTICE_ICONS[kind];
  return (
    <section
      className={`${classes.strip} rounded`}
      data-kind={kind}
      data-words={words}
      data-shown={shown === null ? "none" : whole ? "whole" : "words"}
      data-testid={shown !== null && whole ? "posted-return" : undefined}
      aria-label={told}
    >
      <div className={`${classes.row} row gap-0-16 pad-y-4`}>
        <Icon size="1.25rem" stroke={1.7} aria-hidden="true" className={classes.icon} />
        <strong className={`${classes.told} strong flex gap-4 shrink min-w-0`} role="status">
          {shown === null ? null : (
            <>
              {/* Another return is on the screen by now: whose this was is said first. */}
              {subject === null ? null : (
                <span className={`${classes.whose} nowrap cut`} title={subject}>
                  {t("purchaseReturn.posted.of", { supplier: isolated(subject) })}
                </span>
              )}{" "}
              <span>{told}</span>
            </>
          )}
        </strong>
        {shown !== null && whole ? <PostedRest posted={shown} words={words} outcomeIn={printed} /> : null}
      </div>
      <div ref={setPrinted} className={classes.printed} />
    </section>
  );
});

interface PostedRestProps {
  posted: PostedReturn;
  words: PostedWords;
  /** Where it is told how its slip was printed. */
  outcomeIn: HTMLElement | null;
}

/** What else is told of it, and what can be done. */
function PostedRest({ posted, words, outcomeIn }: PostedRestProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const confirmed = words === "confirmed";
  const answer = useChannel("documents.get", { serialNo: posted.serialNo }, { enabled: confirmed }).data;
  return (
    <>
      <span className="nowrap fixed">
        {t("purchaseReturn.posted.local")} <Amount value={posted.amount} currencyId={posted.currencyId} />
      </span>
      {confirmed ? (
        <span className="nowrap fixed">
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
        className="accent"
        data-testid="posted-serial"
        title={t("purchaseReturn.posted.document")}
      >
        <Code short>{posted.serialNo}</Code>
      </Link>
      <span className={`${classes.actions} line fixed push`}>
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
        <PrintSlip entryId={posted.entryId} icons outcomeIn={outcomeIn} />
        <CloseButton size="lg" aria-label={t("common.close")} onClick={leave} />
      </span>
    </>
  );
}
