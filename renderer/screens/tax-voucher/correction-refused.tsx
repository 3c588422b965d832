import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { shownState } from "../../lib/entry-status.ts";
import { Notice } from "../../ui/notice.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import classes from "./tax-voucher.module.css";
import type { RefusedCorrection } from "./use-voucher-correction.ts";

/** Why an entry can't be corrected, and the ways that are left. */
export function CorrectionRefused({ refused: { reason, entry } }: { refused: RefusedCorrection }) {
  const { t } = useTranslation();
  const { entryId, serialNo, correctedByEntryId } = entry;
  const mayChange = serialNo !== null && entry.kind === "taxVoucher" && reason !== "mayBeInTheBooks";
  return (
    <div role="alert" data-testid="correction-refused">
      <Notice kind="warn" title={t("taxVoucher.cantCorrect.title")}>
        <p className={classes.plain}>
          <StateBadge state={shownState(entry.state, entry.correctedByEntryId)} />
        </p>
        <p className={classes.plain}>{t(`taxVoucher.cantCorrect.${reason}`)}</p>
        <p className={classes.ways}>
          {mayChange ? (
            <Link href={`/tax-voucher/${serialNo}?`}>{t("taxVoucher.cantCorrect.newChange")}</Link>
          ) : null}
          {correctedByEntryId === null ? null : (
            <Link href={`/outbox/${correctedByEntryId}`}>{t("taxVoucher.cantCorrect.replacement")}</Link>
          )}
          <Link href={`/outbox/${entryId}`}>{t("taxVoucher.cantCorrect.entry")}</Link>
        </p>
      </Notice>
    </div>
  );
}
