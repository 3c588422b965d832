import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./home.module.css";

const COUNTED = ["purchaseReturns", "taxVouchers", "restores"] as const;

/** What was done today, confirmed or not, and what was begun. */
export function TodayPanel({
  today,
}: {
  today: ChannelOutput<"outbox.summary">["days"][number] | undefined;
}) {
  const { t } = useTranslation();
  const begun = useChannel("draft.list", {}).data?.drafts ?? [];
  const drafts = begun.filter(({ kind }) => kind === "purchaseReturn").length;
  const done = COUNTED.map((kind) => ({ kind, count: today?.[kind] ?? 0 })).filter(({ count }) => count > 0);
  const edits = begun.filter(({ kind }) => kind === "taxVoucher").length;
  return (
    <Panel title={t("home.today.title")} aside={done.length === 0 ? undefined : t("home.today.note")}>
      {done.length === 0 ? (
        <p className="dim">{t("home.today.nothing")}</p>
      ) : (
        <ul className="grid gap-8 list">
          {done.map(({ kind, count }) => (
            <li key={kind}>{t(`home.today.${kind}`, { count })}</li>
          ))}
        </ul>
      )}
      {drafts === 0 ? null : (
        <Link href="/purchase-return" className={classes.link}>
          {t("home.today.drafts", { count: drafts })}
        </Link>
      )}
      {edits === 0 ? null : (
        <Link href="/tax-voucher" className={classes.link}>
          {t("home.today.edits", { count: edits })}
        </Link>
      )}
      <Link href="/activity/days" className={classes.link}>
        {t("home.today.sheets")}
      </Link>
    </Panel>
  );
}
