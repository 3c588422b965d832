import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { Panel } from "../../components/panel.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useChannel } from "../../queries.ts";
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
      <div className={classes.today}>
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
      </div>
    </Panel>
  );
}
