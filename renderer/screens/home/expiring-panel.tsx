import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Amount } from "../../features/amount.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./home.module.css";

const MINUTE_MS = 60_000;

/** What expires within the suppliers' days, and what it cost; nothing where nothing does. */
export function ExpiringPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const isShown = useMay("costs") === "allowed";
  const asks = { eachTime: true, refetchInterval: MINUTE_MS, enabled: isShown };
  const totals = useChannel("expiry.totals", {}, asks).data;
  if (!isShown || totals === undefined || totals.batches === 0) return null;
  const { batches, expired, values, unvalued } = totals;
  return (
    <Panel title={t("nav.screen.expiring")} aside={t("home.expiring.note")}>
      <Link href="/expiring" className={classes.link}>
        {t("home.expiring.batches", { count: batches })}
      </Link>
      <dl className={`${classes.facts} grid gap-8`}>
        {expired === 0 ? null : (
          <div>
            <dt>{t("home.expiring.expired")}</dt>
            <dd>{formats.count(expired)}</dd>
          </div>
        )}
        {values.map(({ currencyId, value }) => (
          <div key={currencyId}>
            <dt>{t("field.value")}</dt>
            <dd>
              <Amount value={value} currencyId={currencyId} />
            </dd>
          </div>
        ))}
        {unvalued === 0 ? null : (
          <div>
            <dt>{t("home.expiring.unvalued")}</dt>
            <dd>{formats.count(unvalued)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
