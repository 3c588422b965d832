import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./home.module.css";

const COUNTED = ["purchaseReturns", "taxVouchers", "restores"] as const;

/** What was entered today, and what was begun. */
export function TodayPanel({
  today,
}: {
  today: ChannelOutput<"outbox.summary">["days"][number] | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const begun = useChannel("draft.list", {}).data?.drafts ?? [];
  const drafts = begun.filter(({ kind }) => kind === "purchaseReturn").length;
  const edits = begun.filter(({ kind }) => kind === "taxVoucher").length;
  return (
    <Panel title={t("home.today.title")}>
      <dl className={classes.facts}>
        {COUNTED.map((kind) => (
          <div key={kind}>
            <dt>{t(`home.today.${kind}`)}</dt>
            <dd>{formats.count(today?.[kind] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {drafts === 0 ? null : (
        <Link href="/purchase-return" className={classes.link ?? ""}>
          {t("home.today.drafts", { count: drafts })}
        </Link>
      )}
      {edits === 0 ? null : (
        <Link href="/tax-voucher" className={classes.link ?? ""}>
          {t("home.today.edits", { count: edits })}
        </Link>
      )}
      <Link href="/activity/days" className={classes.link ?? ""}>
        {t("home.today.sheets")}
      </Link>
    </Panel>
  );
}
